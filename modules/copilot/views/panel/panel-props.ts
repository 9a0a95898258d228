// What every result of the AI menu gets.
import type { composerTool, PropsOf } from "#dashboard/screen.ts";
import type { Task } from "../tasks.ts";

export interface PanelProps extends PropsOf<typeof composerTool> {
  readonly task: Task;
  /** What was written when the action was chosen: more may be typed before its code is there. */
  readonly chosenWith: ReturnType<PropsOf<typeof composerTool>["composer"]["read"]>;
  onStart(task: Task): void;
  onClose(): void;
  /** Gives the focus back to the text. */
  focusField(): void;
}
