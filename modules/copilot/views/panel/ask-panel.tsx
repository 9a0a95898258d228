// A question about the conversation. Each sentence of the answer leads to the messages that prove it.
import { Button } from "#dashboard/ui/button.tsx";
import { TextInput } from "#dashboard/ui/field.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { askConversation, type ConversationAnswer, MAX_ASKED } from "../../contract.ts";
import { ownLocale } from "../languages.ts";
import { CutNotice } from "./cut-notice.tsx";
import { Failure, Frame, GoTo, Working } from "./frame.tsx";
import type { PanelProps } from "./panel-props.ts";
import { Spending } from "./spending.tsx";
import { useHelp } from "./use-help.ts";

export function AskPanel({ projectId, conversationId, showMessage, onClose }: PanelProps) {
  const { help, run } = useHelp(askConversation);
  const [question, setQuestion] = useState("");
  const ask = (): void => {
    const asked = question.trim();
    if (asked !== "") run({ params: { projectId, conversationId }, body: { question: asked, locale: ownLocale } });
  };
  const answer = help.state === "done" ? help.answer : undefined;
  return (
    <Frame title={m.copilot_ask_title()} onClose={onClose} footer={answer && <Spending spent={answer.spent} />}>
      {/* Above the composer and not within it: its form sends the reply. */}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
        className="flex items-start gap-2"
      >
        <div className="min-w-0 flex-1">
          <TextInput
            data-first-focus
            dir="auto"
            aria-label={m.copilot_ask_label()}
            placeholder={m.copilot_ask_example()}
            value={question}
            limit={MAX_ASKED}
            onChange={(event) => setQuestion(event.target.value)}
          />
        </div>
        <Button type="submit" variant="primary" busy={help.state === "running"} className="h-9">
          {m.copilot_ask_send()}
        </Button>
      </form>
      {help.state === "failed" ? (
        <Failure error={help.error} projectId={projectId} onRetry={ask} />
      ) : help.state === "running" ? (
        <Working>{m.copilot_working_read()}</Working>
      ) : (
        answer && <Answer answer={answer} onShow={showMessage} />
      )}
    </Frame>
  );
}

function Answer({ answer: { sentences, extent }, onShow }: { answer: ConversationAnswer; onShow(revision: number): void }) {
  return (
    <div role="status" className="grid gap-1.5">
      {sentences.length === 0 && <p className="text-muted">{m.copilot_ask_nothing()}</p>}
      {sentences.map(({ text, cited, isProved }, index) => (
        <p key={index} dir="auto" className="wrap-anywhere">
          {plain(text)}
          {cited.map(({ revision, quote }, place) => (
            <GoTo
              key={place}
              number={revision}
              label={m.copilot_show_message({ number: revision, quote: plain(quote) })}
              onClick={() => onShow(revision)}
            />
          ))}
          {!isProved && (
            <span className="flex gap-1.5 text-xs text-warn-text">
              <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
              {m.copilot_ask_unproved()}
            </span>
          )}
        </p>
      ))}
      <CutNotice extent={extent} />
    </div>
  );
}
