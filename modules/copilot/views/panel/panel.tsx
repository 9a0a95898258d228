// What an action of the AI menu shows.
import type { PropsOf, composerTool } from "#dashboard/screen.ts";
import type { Task } from "../tasks.ts";
import { AskPanel } from "./ask-panel.tsx";
import { DraftPanel } from "./draft-panel.tsx";
import { PriorityPanel } from "./priority-panel.tsx";
import { SimilarPanel } from "./similar-panel.tsx";
import { SummaryPanel } from "./summary-panel.tsx";
import { TextPanel } from "./text-panel.tsx";

export interface PanelProps extends PropsOf<typeof composerTool> {
  readonly task: Task;
  onStart(task: Task): void;
  onClose(): void;
  /** Gives the focus back to the text. */
  focusField(): void;
}

export default function Panel(props: PanelProps) {
  const close = (): void => {
    props.onClose();
    props.focusField();
  };
  const shared = { ...props, onClose: close };
  const { task } = props;
  switch (task.kind) {
    case "draft":
      return <DraftPanel {...shared} />;
    case "rewrite":
    case "translate":
      return <TextPanel {...shared} task={task} />;
    case "summary":
      return <SummaryPanel {...shared} />;
    case "ask":
      return <AskPanel {...shared} />;
    case "similar":
      return <SimilarPanel {...shared} />;
    case "priority":
      return <PriorityPanel {...shared} />;
  }
}
