// Delegated work that waits for a person: questions of computers, and reports that could not be added by themselves.
import { call, queryClient, toastProblem } from "#dashboard/api.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton, useSettled } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { openThread, threadPath } from "#modules/conversations/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, CircleHelp } from "lucide-react";
import { useId, useState } from "react";
import { countWaitingWork, listWaitingWork, readDelegation, reviewReport, type WaitingWork } from "../contract.ts";
import { Files } from "./files.tsx";
import { Exchange, Question, waitingQuestion } from "./question.tsx";
import { mayBeSentBack, SendBack } from "./send-back.tsx";
import { Text } from "./text.tsx";
import { WorkTabs } from "./work-tabs.tsx";

export default function WaitingWorkPage() {
  const { id: projectId } = useProject();
  const list = useInfiniteQuery({
    queryKey: [listWaitingWork.name, projectId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof listWaitingWork>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listWaitingWork, { params: { projectId }, query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
  });
  const settled = useSettled(list.isPending);
  // Decided here: out of sight from that moment on, and back if the service refuses it.
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const hide = (id: string, isGone: boolean): void =>
    setGone((all) => new Set(isGone ? [...all, id] : [...all].filter((each) => each !== id)));
  const items = list.data?.pages.flatMap((page) => page.items).filter(({ delegation }) => !gone.has(delegation.id)) ?? [];
  return (
    <Page title={m.delegated_work_waiting()} lead={m.delegated_work_waiting_lead()} width="wide" tabs={<WorkTabs />}>
      {list.error && !list.data ? (
        <ProblemState error={list.error} onRetry={() => void list.refetch()} />
      ) : !settled || list.isPending ? (
        <Skeleton>
          <div className="grid gap-4">
            <Bar className="h-40 w-full" />
            <Bar className="h-40 w-full" />
          </div>
        </Skeleton>
      ) : items.length === 0 ? (
        <EmptyState icon={CircleCheck} title={m.delegated_work_waiting_none()} body={m.delegated_work_waiting_none_body()} />
      ) : (
        <>
          <ul className="grid grid-cols-1 gap-4">
            {items.map((item) => (
              <Item key={item.delegation.id} projectId={projectId} item={item} hide={(isGone) => hide(item.delegation.id, isGone)} />
            ))}
          </ul>
          {list.hasNextPage && (
            <div className="mt-4 grid justify-items-center">
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {m.delegated_work_waiting_more()}
              </Button>
            </div>
          )}
        </>
      )}
    </Page>
  );
}

function Item({
  projectId,
  item: { delegation: one, person, customer },
  hide,
}: {
  projectId: string;
  item: WaitingWork;
  hide(isGone: boolean): void;
}) {
  const me = useMe().id;
  const title = useId();
  const question = waitingQuestion(one);
  const device = one.device ?? "";
  const Icon = question ? CircleHelp : CircleAlert;
  const name = customer.name ?? customer.email ?? m.delegated_work_customer();
  return (
    <li>
      <article aria-labelledby={title} className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface px-5 py-4">
        <div className="flex min-w-0 items-start gap-2.5">
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-text" />
          <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
            <h2 id={title} className="font-medium wrap-anywhere">
              {question ? m.delegated_work_waiting_asks({ device, name }) : m.delegated_work_waiting_reports({ device, name })}
            </h2>
            <p className="text-xs text-muted wrap-anywhere">
              {one.accountId === me
                ? m.delegated_work_waiting_you()
                : m.delegated_work_waiting_by({ name: person ?? m.delegated_work_team() })}
              {" · "}
              <RelativeTime at={question?.at ?? one.endedAt ?? one.createdAt} />
            </p>
          </div>
        </div>
        {question ? (
          <>
            <div className="max-w-xl">
              <Question {...{ projectId, question }} delegationId={one.id} isMine={one.accountId === me} />
            </div>
            <Rest projectId={projectId} one={one} />
          </>
        ) : (
          <Report {...{ projectId, one, hide }} isMine={one.accountId === me} />
        )}
      </article>
    </li>
  );
}

/** What else there is to read, and the way to the conversation. */
function Rest({ projectId, one }: { projectId: string; one: WaitingWork["delegation"] }) {
  return (
    <>
      <Exchange turns={one.turns} />
      {one.task !== "" && (
        <Text label={m.delegated_work_task()} text={one.task}>
          <Files files={one.files} />
        </Text>
      )}
      <div>
        <Link to={threadPath(projectId, one.conversationId) as never} className={buttonLink}>
          {m.delegated_work_waiting_conversation()}
        </Link>
      </div>
    </>
  );
}

interface ReportProps {
  readonly projectId: string;
  readonly one: WaitingWork["delegation"];
  readonly isMine: boolean;
  hide(isGone: boolean): void;
}
function Report({ projectId, one, isMine, hide }: ReportProps) {
  const [isBack, setIsBack] = useState(false);
  const decide = async (decision: "add" | "discard" | "restore", said?: string): Promise<void> => {
    hide(decision !== "restore");
    try {
      // No mutation of this component, which is gone by the time of the answer.
      await call(reviewReport, { params: { projectId, delegationId: one.id }, body: { decision } });
      if (said !== undefined) toast({ title: said, tone: "ok" });
      await Promise.all(
        [listWaitingWork, countWaitingWork, readDelegation, openThread].map(({ name }) =>
          queryClient.invalidateQueries({ queryKey: [name] }),
        ),
      );
    } catch (error) {
      toastProblem(error);
    }
    // By now the list says whether it waits.
    hide(false);
  };
  const isReply = one.effects[0]?.kind === "reply";
  const discard = (): void => {
    const discarded = decide("discard");
    toast({ title: m.delegated_work_waiting_discarded(), tone: "ok", undo: () => void discarded.then(() => decide("restore")) });
  };
  return (
    <>
      <p className="text-muted">{isReply ? m.delegated_work_review_body() : m.delegated_work_waiting_note_body()}</p>
      <Text label={m.delegated_work_report()} text={one.report ?? ""} open>
        <Files files={one.reportFiles} />
      </Text>
      {isBack ? (
        <div className="max-w-xl">
          <SendBack {...{ projectId, one }} onCancel={() => setIsBack(false)} />
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => void decide("add", m.delegated_work_waiting_added())}>
            {isReply ? m.delegated_work_waiting_add_reply() : m.delegated_work_waiting_add_note()}
          </Button>
          {isMine && mayBeSentBack(one, one.accountId) && <Button onClick={() => setIsBack(true)}>{m.delegated_work_back_open()}</Button>}
          <Button onClick={discard}>{m.delegated_work_waiting_discard()}</Button>
        </div>
      )}
      <Rest projectId={projectId} one={one} />
    </>
  );
}
