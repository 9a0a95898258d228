// In the settings of the widget's look: the look as it is being changed, on the project's own website, in place of the drawing.
import type { PropsOf } from "#dashboard/screen.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { onColorOf } from "#kernel/wire/color.ts";
import { m } from "#messages";
import type { lookPreview } from "#modules/projects/views";
import { Globe } from "lucide-react";
import { useMemo, useState } from "react";
import { useSomeGrants } from "./grants.ts";
import { PreviewFrame } from "./preview-frame.tsx";

/** Nothing is opened before it is asked for, because each page counts against the preview's requests. */
export default function LookPreview({ projectId, look, onShown }: PropsOf<typeof lookPreview>) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useSomeGrants(projectId);
  const grant = data?.items.find(({ state, mayOpen }) => state === "valid" && mayOpen);
  const sent = useMemo(() => ({ look, onColor: onColorOf(look.color) }), [look]);
  if (!grant) return null;
  const toggle = (open: boolean): void => {
    setOpen(open);
    onShown(open);
  };
  if (!isOpen)
    return (
      <Button icon={Globe} className="mt-3" onClick={() => toggle(true)}>
        {m.website_preview_look()}
      </Button>
    );
  return (
    // At least as high: in a low window the frame keeps its height, and what stands below it its place.
    <div className="flex min-h-[min(45rem,80vh)] flex-col gap-3">
      <PreviewFrame {...{ projectId, grant }} look={sent} startWidth="phone" />
      <p className="text-xs text-muted">{m.website_preview_look_note()}</p>
      <div>
        <Button onClick={() => toggle(false)}>{m.website_preview_look_close()}</Button>
      </div>
    </div>
  );
}
