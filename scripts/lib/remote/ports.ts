// The ports that setup and deploy of a remote target use.
import type { Platform } from "../platform/port.ts";
import type { Target } from "../target/target.ts";
import type { Tool } from "./tool.ts";

export interface Ports {
  readonly target: Target;
  readonly platform: Platform;
  readonly tool: Tool;
  /** The private folder, which exists. */
  readonly folder: string;
  /** Prints a line for the administrator; never the value of a variable. */
  readonly print: (line: string) => void;
}
