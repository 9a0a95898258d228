// What every result of the AI menu gets.
import type { composerTool, PropsOf } from "#dashboard/screen.ts";
import type { Task } from "../tasks.ts";

export interface PanelProps extends PropsOf<typeof composerTool> {
  readonly task: Task;
  onStart(task: Task): void;
  onClose(): void;
  /** Gives the focus back to the text. */
  focusField(): void;
}
