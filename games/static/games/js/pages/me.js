// Settings page: what this browser remembers.
import { joinSettings } from "../core/settings.js";

joinSettings(() => {});
