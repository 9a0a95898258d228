// Below the lines that say that a conversation was delegated, and that a report was sent back: what became of it.
import { refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { m } from "#messages";
import type { activityDetails } from "#modules/inbox/views";
import { Link } from "@tanstack/react-router";
import { Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import * as v from "valibot";
import {
  cancelDelegation,
  DELEGATED,
  Delegated,
  type Delegation,
  readDelegation,
  type Turn,
  waitingWorkPath,
  WORK_SENT_BACK,
  WorkSentBack,
} from "../contract.ts";
import { Files } from "./files.tsx";
import { Exchange, Question, waitingQuestion } from "./question.tsx";
import { mayBeSentBack, SendBack } from "./send-back.tsx";
import { Text } from "./text.tsx";
import { wordsOf } from "./work-words.ts";

/** The delegation that an event is about, and which of its reports: 1 for delegating, and one more with each that was sent back. */
function aboutOf(event: PropsOf<typeof activityDetails>["event"]): { delegationId: Delegation["id"]; round: number } | undefined {
  if (event.name === DELEGATED) {
    const data = v.safeParse(Delegated, event.data);
    return data.success ? { delegationId: data.output.delegationId, round: 1 } : undefined;
  }
  const data = event.name === WORK_SENT_BACK ? v.safeParse(WorkSentBack, event.data) : undefined;
  return data?.success ? data.output : undefined;
}
export default function DelegationCard({ projectId, event }: PropsOf<typeof activityDetails>) {
  const about = aboutOf(event);
  return about ? <Card projectId={projectId} {...about} /> : null;
}

function Card({ projectId, delegationId, round }: { projectId: string; delegationId: Delegation["id"]; round: number }) {
  const me = useMe().id;
  const mine = useProject().role !== "operator";
  const { data } = useRouteQuery(readDelegation, { params: { projectId, delegationId } as never });
  const one = data?.delegation;
  const [asking, setAsking] = useState(false);
  const isSilent = useIsPast(one?.leaseUntil ?? null);
  const cancel = useRouteMutation(cancelDelegation, { suppressToast: true, invalidates: [readDelegation], done: () => setAsking(false) });
  const [isBack, setIsBack] = useState(false);
  if (!one) return null;
  if (round < one.round) return <SentBack turns={one.turns.filter((turn) => turn.round === round)} task={round === 1 ? one.task : ""} />;
  const turns = one.turns.filter((turn) => turn.round === round);
  const { icon: Icon, tone, title, body } = wordsOf(one, isSilent);
  const question = waitingQuestion(one);
  const may = (one.status === "queued" || one.status === "started") && (mine || one.accountId === me);
  const run = (): void => cancel.mutate({ params: { projectId, delegationId } as never, body: {} });
  // What has no note in the thread is read here.
  const showsReport = one.report !== null && one.report !== "" && !one.effects.some(({ state }) => state === "done");
  return (
    <section
      aria-label={title}
      className="mx-auto mt-1 grid w-full max-w-md gap-2 rounded-md border border-line bg-surface px-3.5 py-3 text-start text-sm"
    >
      <div className="flex items-start gap-2.5">
        <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
        <div role="status" className="min-w-0 flex-1">
          <p className="font-medium wrap-anywhere text-text">{title}</p>
          {body !== undefined && (
            <p dir="auto" className="wrap-anywhere text-muted">
              {body}
            </p>
          )}
        </div>
        {may && (
          <Button size="sm" onClick={() => (one.status === "queued" ? run() : setAsking(true))} busy={cancel.isPending}>
            {m.delegated_work_cancel()}
          </Button>
        )}
      </div>
      {cancel.error && !asking && (
        <p role="alert" className="text-xs text-bad-text">
          {refusalOf(cancel.error)}
        </p>
      )}
      {question && <Question {...{ projectId, delegationId, question }} isMine={one.accountId === me} />}
      {one.deliveryState === "review" && (
        <Link to={waitingWorkPath(projectId) as never} className="w-fit rounded-xs text-accent-text underline">
          {m.delegated_work_waiting_open()}
        </Link>
      )}
      {showsReport && (
        <Text label={m.delegated_work_report()} text={one.report ?? ""} open>
          <Files files={one.reportFiles} />
        </Text>
      )}
      <Exchange turns={turns} />
      {one.task !== "" && round === 1 && (
        <Text label={m.delegated_work_task()} text={one.task}>
          <Files files={one.files} />
        </Text>
      )}
      {mayBeSentBack(one, me) &&
        (isBack ? (
          <SendBack {...{ projectId, one }} onCancel={() => setIsBack(false)} />
        ) : (
          <div>
            <Button size="sm" variant="ghost" icon={Undo2} onClick={() => setIsBack(true)}>
              {m.delegated_work_back_open()}
            </Button>
          </div>
        ))}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={run}
        title={m.delegated_work_cancel_title()}
        body={m.delegated_work_cancel_body()}
        action={m.delegated_work_cancel()}
        cancel={m.delegated_work_cancel_keep()}
        busy={cancel.isPending}
        error={refusalOf(cancel.error)}
      />
    </section>
  );
}

/** A report that was sent back: it stays readable, with the note that it was sent back with. */
function SentBack({ turns, task }: { turns: readonly Turn[]; task: string }) {
  const report = turns.find(({ kind }) => kind === "report");
  if (!report) return null;
  const title = m.delegated_work_was_sent_back({ device: report.device ?? "" });
  return (
    <section
      aria-label={title}
      className="mx-auto mt-1 grid w-full max-w-md grid-cols-1 gap-2 rounded-md border border-line bg-surface px-3.5 py-3 text-start text-sm"
    >
      <div className="flex items-start gap-2.5">
        <Undo2 aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          <p className="font-medium wrap-anywhere text-text">{title}</p>
          {report.answer && report.answer.text !== "" && (
            <p dir="auto" className="whitespace-pre-wrap text-muted wrap-anywhere">
              {report.answer.text}
            </p>
          )}
        </div>
      </div>
      {report.text !== "" && (
        <Text label={m.delegated_work_report_before()} text={report.text}>
          <Files files={report.files} />
        </Text>
      )}
      <Exchange turns={turns} />
      {task !== "" && <Text label={m.delegated_work_task()} text={task} />}
    </section>
  );
}

/** Whether a time is over, kept current while it is shown. */
function useIsPast(at: string | null): boolean {
  const [past, setPast] = useState<string | null>(null);
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(() => setPast(at), Math.max(0, Date.parse(at) - Date.now()));
    return () => clearTimeout(timer);
  }, [at]);
  return at !== null && past === at;
}
