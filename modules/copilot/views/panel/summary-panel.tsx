// A summary of the conversation; each point leads to the messages that say it, and all of them can go into a note.
import { Button } from "#dashboard/ui/button.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { StickyNote, Undo2 } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { summariseConversation } from "../../contract.ts";
import { ownLocale } from "../languages.ts";
import { CutNotice } from "./cut-notice.tsx";
import { Failure, Frame, GoTo, Working } from "./frame.tsx";
import type { PanelProps } from "./panel-props.ts";
import { Spending } from "./spending.tsx";
import { useHelp } from "./use-help.ts";
import { useInsertion } from "./use-insertion.ts";

export function SummaryPanel({ projectId, conversationId, composer, showMessage, onClose }: PanelProps) {
  const { help, run } = useHelp(summariseConversation);
  const { inserted, insert, undo } = useInsertion(composer);
  const ask = (): void => run({ params: { projectId, conversationId }, body: { locale: ownLocale } });
  const begin = useEffectEvent(ask);
  useEffect(() => begin(), []);
  const summary = help.state === "done" ? help.answer : undefined;
  return (
    <Frame
      title={m.copilot_summary_title()}
      onClose={onClose}
      footer={
        summary && (
          <>
            <span className="min-w-0 flex-1 basis-40">
              <Spending spent={summary.spent} />
            </span>
            {inserted ? (
              <Button size="sm" icon={Undo2} onClick={undo}>
                {m.copilot_undo()}
              </Button>
            ) : (
              <Button size="sm" icon={StickyNote} onClick={() => insert(summary.points.map(({ text }) => `- ${text}`).join("\n"), "note")}>
                {m.copilot_summary_note()}
              </Button>
            )}
          </>
        )
      }
    >
      {help.state === "failed" ? (
        <Failure error={help.error} projectId={projectId} onRetry={ask} />
      ) : !summary ? (
        <Working>{m.copilot_working_read()}</Working>
      ) : (
        <>
          <div role="status">
            <ul dir="auto" className="grid list-disc gap-1 ps-4">
              {summary.points.map(({ text, revisions }, index) => (
                <li key={index} className="wrap-anywhere">
                  {plain(text)}
                  {revisions.map((revision) => (
                    <GoTo
                      key={revision}
                      number={revision}
                      label={m.copilot_show_numbered({ number: revision })}
                      onClick={() => showMessage(revision)}
                    />
                  ))}
                </li>
              ))}
            </ul>
          </div>
          {inserted && <p className="text-xs text-muted">{m.copilot_summary_noted()}</p>}
          <CutNotice extent={summary.extent} />
        </>
      )}
    </Frame>
  );
}
