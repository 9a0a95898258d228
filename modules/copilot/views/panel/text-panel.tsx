// Rewrites or translates what is written, or what of it is selected, in place. Undo brings back the earlier text exactly.
import { languageName } from "#dashboard/ui/language-name.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { Undo2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { type Rewrite, type Rewritten, rewriteText, translateText } from "../../contract.ts";
import type { Task } from "../tasks.ts";
import { Failure, Frame, Working } from "./frame.tsx";
import type { PanelProps } from "./panel-props.ts";
import { Spending } from "./spending.tsx";
import { useHelp } from "./use-help.ts";

const TITLES: Readonly<Record<Rewrite, () => string>> = {
  shorter: m.copilot_shorter,
  friendlier: m.copilot_friendlier,
  formal: m.copilot_formal,
  grammar: m.copilot_grammar,
};
const DONE: Readonly<Record<Rewrite, () => string>> = {
  shorter: m.copilot_did_shorter,
  friendlier: m.copilot_did_friendlier,
  formal: m.copilot_did_formal,
  grammar: m.copilot_did_grammar,
};
type TextTask = Extract<Task, { kind: "rewrite" | "translate" }>;
type Answer = Rewritten & { readonly locale?: string };
const list = new Intl.ListFormat(undefined, { type: "conjunction" });

export function TextPanel({
  projectId,
  conversationId,
  kind,
  composer,
  task,
  chosenWith,
  onClose,
  focusField,
}: PanelProps & { task: TextTask }) {
  // What was written when the action was chosen, and what of it is changed.
  const [source] = useState(() => {
    const { text, from, to } = chosenWith;
    return { kind, text, isPart: from !== to, from: from === to ? 0 : from, to: from === to ? text.length : to };
  });
  const part = source.text.slice(source.from, source.to);
  const [applied, setApplied] = useState<"no" | "yes" | "undone" | "moved on">("no");

  const put = (text: string): void => {
    const whole = source.text.slice(0, source.from) + text + source.text.slice(source.to);
    const end = source.from + text.length;
    // All of the text stays unselected, or the next key would replace it.
    composer.write(whole, { kind: source.kind, select: [source.isPart ? source.from : end, end] });
    setApplied("yes");
  };
  const arrived = ({ text }: Answer): void => {
    if (composer.read(source.kind).text === source.text) put(text);
    else setApplied("moved on");
  };
  const rewriting = useHelp(rewriteText, arrived);
  const translating = useHelp(translateText, arrived);
  const help: typeof rewriting.help | typeof translating.help = task.kind === "rewrite" ? rewriting.help : translating.help;
  const run = (): void => {
    const params = { projectId, conversationId };
    if (task.kind === "rewrite") rewriting.run({ params, body: { text: part, how: task.how } });
    else translating.run({ params, body: { text: part } });
  };
  const begin = useEffectEvent(() => {
    focusField();
    if (part.trim() !== "") run();
  });
  useEffect(() => begin(), []);

  const answer: Answer | undefined = help.state === "done" ? help.answer : undefined;
  const undo = (): void => {
    composer.write(source.text, { kind: source.kind, select: [source.isPart ? source.from : source.to, source.to] });
    setApplied("undone");
  };
  const title = task.kind === "rewrite" ? TITLES[task.how]() : m.copilot_translate();
  const did = task.kind === "rewrite" ? DONE[task.how]() : m.copilot_did_translate({ language: languageName(answer?.locale ?? "und") });
  return (
    <Frame
      title={applied === "yes" ? did : title}
      takesFocus={false}
      onClose={onClose}
      footer={
        answer ? (
          <>
            <span className="min-w-0 flex-1">
              <Spending spent={answer.spent} />
              <span role="status" className="sr-only">
                {applied === "yes" && did}
              </span>
            </span>
            {applied === "yes" ? (
              <Button size="sm" icon={Undo2} onClick={undo}>
                {m.copilot_undo()}
              </Button>
            ) : (
              <Button size="sm" onClick={() => put(answer.text)}>
                {m.copilot_replace()}
              </Button>
            )}
          </>
        ) : undefined
      }
    >
      {part.trim() === "" ? (
        <p role="status" className="py-1 text-muted">
          {m.copilot_text_empty()}
        </p>
      ) : help.state === "failed" ? (
        <Failure error={help.error} projectId={projectId} onRetry={run} />
      ) : !answer ? (
        <Working>{task.kind === "rewrite" ? m.copilot_working_text() : m.copilot_working_translate()}</Working>
      ) : applied === "yes" && answer.changed.length === 0 ? undefined : (
        <div role="status" className="grid gap-2">
          {applied === "undone" && <p className="text-muted">{m.copilot_undone()}</p>}
          {applied === "moved on" && <p>{m.copilot_moved_on()}</p>}
          {applied !== "yes" && (
            <p dir="auto" className="rounded-sm bg-subtle px-2.5 py-2 whitespace-pre-wrap wrap-anywhere">
              {answer.text}
            </p>
          )}
          {answer.changed.length > 0 && (
            <p className="text-warn-text wrap-anywhere">{m.copilot_changed({ list: list.format(answer.changed) })}</p>
          )}
        </div>
      )}
    </Frame>
  );
}
