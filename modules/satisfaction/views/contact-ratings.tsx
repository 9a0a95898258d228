// What a contact said about conversations: in the details beside a thread, and on the contact's page.
import { useRouteQuery } from "#dashboard/api.ts";
import type { contactPanel, PropsOf } from "#dashboard/screen.ts";
import { Chip } from "#dashboard/ui/chip.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { listContactRatings } from "../contract.ts";
import { SCORE_LABELS, SCORE_TONES } from "./words.ts";

/** Nothing where the contact has said nothing. */
export default function ContactRatings({ projectId, contact }: PropsOf<typeof contactPanel>) {
  const title = useId();
  const { data } = useRouteQuery(listContactRatings, { params: { projectId, contactId: contact.id } as never });
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby={title} className="border-t border-line pt-3">
      <h2 id={title} className="mb-1.5 text-xs font-semibold text-muted">
        {m.satisfaction_of_contact()}
      </h2>
      <ul className="grid grid-cols-1 gap-2">
        {data.items.map(({ id, conversationId, score, comment, ratedAt, imported }) => (
          <li key={id}>
            <Link to={threadPath(projectId, conversationId, "closed")} className="-mx-2 block rounded-sm px-2 py-1 hover:bg-hover">
              {score !== null && <Chip tone={SCORE_TONES[score]}>{m.satisfaction_score_of({ score, label: SCORE_LABELS[score]() })}</Chip>}{" "}
              {imported && <Chip>{m.satisfaction_imported()}</Chip>}
              {comment !== "" && (
                <span dir="auto" className="mt-1 line-clamp-3 block wrap-anywhere">
                  {plain(comment)}
                </span>
              )}
              {ratedAt !== null && (
                <span className="block text-2xs text-muted">
                  <RelativeTime at={ratedAt} />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
