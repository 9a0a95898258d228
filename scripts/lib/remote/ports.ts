// What setup and deploy of a remote target stand on.
import type { Platform } from "../platform/port.ts";
import type { Target } from "../target/target.ts";
import type { Tool } from "./tool.ts";

export interface Ports {
  readonly target: Target;
  readonly platform: Platform;
  readonly tool: Tool;
  /** The private folder, which exists. */
  readonly folder: string;
  /** One line for the person who watches; never a value. */
  readonly say: (line: string) => void;
}
