// Ratings in the inbox: the line in the thread, the comment below it, and the filter of the list.
import { call, queryClient } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import type { activityDetails, activityLine, listFilter } from "#modules/inbox/views";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Smile } from "lucide-react";
import { useEffect } from "react";
import * as v from "valibot";
import { listContactRatings, listConversationRatings, RatingChange, SATISFACTION, SCORES } from "../contract.ts";
import { SCORE_LABELS } from "./words.ts";

const changeOf = (event: PropsOf<typeof activityLine>["event"]) => {
  const change = event.name === SATISFACTION ? v.safeParse(RatingChange, event.data) : undefined;
  return change?.success === true ? change.output : undefined;
};

export function RatingLine({ event, name }: PropsOf<typeof activityLine>) {
  const change = changeOf(event);
  if (!change) return null;
  const label = SCORE_LABELS[change.score]();
  const words = { name, score: change.score, label };
  if (change.imported === true) return change.changed ? m.satisfaction_line_imported_changed(words) : m.satisfaction_line_imported(words);
  return change.changed ? m.satisfaction_line_changed(words) : m.satisfaction_line(words);
}

/** Older ratings of a conversation show no comment: only the one that stands has one. */
export function RatingDetails({ projectId, event }: PropsOf<typeof activityDetails>) {
  const change = changeOf(event);
  const { conversationId } = useParams({ strict: false }) as { conversationId?: string };
  return change && conversationId !== undefined ? (
    <Comment {...{ projectId, conversationId, revision: event.revision }} {...change} />
  ) : null;
}
function Comment({
  projectId,
  conversationId,
  revision,
  requestId,
  score,
  version,
}: v.InferOutput<typeof RatingChange> & { projectId: string; conversationId: string; revision: number }) {
  const { data } = useQuery({
    queryKey: [listConversationRatings.name, projectId, conversationId, revision],
    queryFn: ({ signal }) => call(listConversationRatings, { params: { projectId, conversationId } as never, signal }),
  });
  useEffect(() => void queryClient.invalidateQueries({ queryKey: [listContactRatings.name, projectId] }), [projectId, revision]);
  const rating = data?.items.find(({ id }) => id === requestId);
  // What earlier releases stored has no version.
  if (!rating || rating.score !== score || rating.version !== (version ?? rating.version) || rating.comment === "") return null;
  return (
    <blockquote dir="auto" className="mx-auto max-w-md border-s-2 border-line ps-3 text-sm whitespace-pre-wrap text-muted wrap-anywhere">
      {plain(rating.comment)}
    </blockquote>
  );
}

/** Where no loaded conversation is rated, there is nothing to filter. */
export function RatingFilter(props: PropsOf<typeof listFilter>) {
  return props.filter?.startsWith(`${SATISFACTION}:`) === true || props.isInUse(SATISFACTION) ? <Filter {...props} /> : null;
}
function Filter({ filter, onFilter }: PropsOf<typeof listFilter>) {
  const chosen = SCORES.find((score) => filter === `${SATISFACTION}:${score}`);
  return (
    <Menu
      align="end"
      items={[
        ...SCORES.toReversed().map((score) => ({
          label: m.satisfaction_score_of({ score, label: SCORE_LABELS[score]() }),
          checked: score === chosen,
          onSelect: () => onFilter(score === chosen ? undefined : `${SATISFACTION}:${score}`),
        })),
        "separator",
        { label: m.satisfaction_any(), checked: chosen === undefined, onSelect: () => onFilter(undefined) },
      ]}
      trigger={
        chosen === undefined ? (
          <IconButton label={m.satisfaction_filter()} icon={Smile} />
        ) : (
          <Button size="sm" icon={Smile} className="rounded-full!">
            {m.satisfaction_score_of({ score: chosen, label: SCORE_LABELS[chosen]() })}
          </Button>
        )
      }
    />
  );
}
