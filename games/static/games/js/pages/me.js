// Settings page: what this browser remembers.
import { bindSettings } from "../core/settings.js";

bindSettings();
