// Above the composer: whether answers go by mail, and where. It also keeps fresh what is known of the mails.
import { useMayI } from "#dashboard/session.tsx";
import { wordsOf } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useLooking } from "../use-looking.ts";
import { isOnItsWay, listText } from "../words.ts";
import { LINK } from "./looks.ts";
import { useMails } from "./use-mails.ts";

interface AnswersProps {
  readonly projectId: string;
  readonly conversationId: string;
  readonly revision: number;
}
// A message is told of before its mail is written: the second and third look see that.
const LOOK_AFTER = [0, 1500, 5000];

export function AnswersGo({ projectId, conversationId, revision }: AnswersProps) {
  const { data, error, refetch } = useMails(projectId, conversationId);
  const known = useRef(revision);
  useEffect(() => {
    if (known.current === revision) return;
    known.current = revision;
    const timers = LOOK_AFTER.map((after) => setTimeout(() => void refetch(), after));
    return () => timers.forEach(clearTimeout);
  }, [revision, refetch]);
  const last = data?.items.findLast(({ delivery }) => delivery)?.delivery?.state;
  const waiting = data?.items.some(({ delivery }) => delivery && isOnItsWay(delivery.state)) ?? false;
  useLooking(waiting, () => void refetch(), { since: revision });
  if (!data)
    return error ? (
      <p role="alert" className="mx-auto max-w-[720px] px-1 pb-1 text-xs text-bad-text">
        {m.email_answers_unread({ why: wordsOf(error) })}{" "}
        <button type="button" className={LINK} onClick={() => void refetch()}>
          {m.email_answers_again()}
        </button>
      </p>
    ) : null;
  return (
    <p className={`mx-auto max-w-[720px] px-1 pb-1 text-xs wrap-anywhere ${data.missing.length > 0 ? "text-warn-text" : "text-muted"}`}>
      {data.missing.length > 0 ? (
        <>
          {m.email_answers_not_variables({ variables: listText(data.missing), count: data.missing.length })} <Setup projectId={projectId} />
        </>
      ) : data.answersTo === null ? (
        <span className="text-warn-text">{m.email_answers_not_address()}</span>
      ) : last === "bounced" || last === "suppressed" ? (
        <span className="text-warn-text">{m.email_answers_came_back({ address: data.answersTo })}</span>
      ) : (
        <>
          {m.email_answers_to({ address: data.answersTo })} {!data.proved && m.email_answers_unproved()}
        </>
      )}
    </p>
  );
}

function Setup({ projectId }: { projectId: string }) {
  return useMayI("admin") ? (
    <Link to={`/projects/${projectId}/settings/email`} className={LINK}>
      {m.email_answers_setup()}
    </Link>
  ) : null;
}
