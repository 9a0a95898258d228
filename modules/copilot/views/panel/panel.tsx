// What an action of the AI menu shows.
import { AskPanel } from "./ask-panel.tsx";
import { DraftPanel } from "./draft-panel.tsx";
import type { PanelProps } from "./panel-props.ts";
import { PriorityPanel } from "./priority-panel.tsx";
import { SimilarPanel } from "./similar-panel.tsx";
import { SummaryPanel } from "./summary-panel.tsx";
import { TagsPanel } from "./tags-panel.tsx";
import { TextPanel } from "./text-panel.tsx";

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
    case "tags":
      return <TagsPanel {...shared} />;
  }
}
