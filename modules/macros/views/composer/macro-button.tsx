// The composer's button for macros: the picker, and the preview of the chosen one. Both are loaded when they are first needed.
import type { composerTool, PropsOf } from "#dashboard/screen.ts";
import { useCommand, useDeclaredShortcut } from "#dashboard/shortcuts.ts";
import { IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { Zap } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { macroShortcut } from "../shortcut.ts";

const MacroPicker = lazy(() => import("./macro-picker.tsx"));
const MacroPreview = lazy(() => import("./macro-preview.tsx"));

export default function MacroButton(props: PropsOf<typeof composerTool>) {
  const { projectId } = props;
  const [picking, setPicking] = useState(false);
  const [needed, setNeeded] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const open = (): void => {
    setNeeded(true);
    setPicking(true);
  };
  useDeclaredShortcut(macroShortcut, open);
  useCommand(open, { label: m.macros_apply(), group: m.conversations_title() });
  return (
    <>
      <IconButton label={m.macros_apply()} shortcut={macroShortcut.keys} icon={Zap} aria-haspopup="dialog" onClick={open} />
      <Suspense>
        {needed && <MacroPicker projectId={projectId} open={picking} onClose={() => setPicking(false)} onPick={setChosen} />}
        {chosen !== undefined && <MacroPreview {...props} macroId={chosen} onClose={() => setChosen(undefined)} />}
      </Suspense>
    </>
  );
}
