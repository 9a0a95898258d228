// The sentences of linking and of what happened to an issue, in the thread.
import type { PropsOf } from "#dashboard/screen.ts";
import { m } from "#messages";
import type { activityLine } from "#modules/inbox/views";
import * as v from "valibot";
import { ISSUE_LINKED, ISSUE_RELEASED, ISSUE_STATE, IssueLinked, IssueReleased, IssueState } from "../contract.ts";
import { takerHere } from "./tell/customer-draft-store.ts";
import type { Outcome } from "./tell/customer-words.ts";
import { placeName } from "./issue-words.ts";
import { wordsFor } from "./tell/words-for.ts";

export default function IssueLine({ projectId, event, own, name }: PropsOf<typeof activityLine>) {
  if (event.name === ISSUE_LINKED) {
    const data = v.safeParse(IssueLinked, event.data);
    if (!data.success) return null;
    const issue = placeName(data.output);
    // Whose answer was lost is told by GitHub, once it was found.
    if (data.output.created)
      return own
        ? m.code_hosting_you_created({ issue })
        : event.actor.role === "system"
          ? m.code_hosting_was_created({ issue })
          : m.code_hosting_created({ name, issue });
    if (own) return data.output.linked ? m.code_hosting_you_linked({ issue }) : m.code_hosting_you_unlinked({ issue });
    return data.output.linked ? m.code_hosting_linked({ name, issue }) : m.code_hosting_unlinked({ name, issue });
  }
  if (event.name === ISSUE_RELEASED) {
    const data = v.safeParse(IssueReleased, event.data);
    if (!data.success) return null;
    const { tag } = data.output;
    return (
      <>
        {m.code_hosting_was_released({ issue: placeName(data.output), tag })}
        <Tell projectId={projectId} outcome={{ state: "closed", reason: "completed", release: tag }} />
      </>
    );
  }
  if (event.name !== ISSUE_STATE) return null;
  const data = v.safeParse(IssueState, event.data);
  if (!data.success) return null;
  const { state, reason } = data.output;
  return (
    <>
      {stateSentence(data.output)}
      {state === "closed" && <Tell projectId={projectId} outcome={{ state, reason, release: null }} />}
    </>
  );
}

/** The composer is beside the thread. */
const Tell = ({ projectId, outcome }: { projectId: string; outcome: Outcome }) => (
  <>
    <span aria-hidden> · </span>
    <button
      type="button"
      className="underline underline-offset-2"
      onClick={() => {
        void Promise.all([takerHere(), wordsFor(projectId, outcome)]).then(([take, words]) => take?.(words));
      }}
    >
      {m.code_hosting_tell()}
    </button>
  </>
);

function stateSentence(data: v.InferOutput<typeof IssueState>): string {
  const issue = placeName(data);
  if (data.state === "open") return m.code_hosting_was_reopened({ issue });
  switch (data.reason) {
    case "merged":
      return m.code_hosting_was_merged({ issue });
    case "not_planned":
      return m.code_hosting_was_dropped({ issue });
    case "duplicate":
      return m.code_hosting_was_duplicate({ issue });
    case "completed":
      return m.code_hosting_was_completed({ issue });
    default:
      return m.code_hosting_was_closed({ issue });
  }
}
