// Settings page: what this browser remembers.
import { joinSettings } from "./settings.js";

joinSettings(() => {});
