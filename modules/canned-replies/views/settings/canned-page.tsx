// Settings page of canned replies: those that the project shares, and the member's own.
import { MessageSquareQuote, Plus, Search } from "lucide-react";
import { useState } from "react";
import { useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SearchInput } from "#dashboard/ui/search-input.tsx";
import { m } from "#messages";
import { type CannedReply, listCannedReplies, MAX_OWN, MAX_SHARED } from "../../contract.ts";
import { ReplyDialog } from "./reply-dialog.tsx";
import { ReplyRow } from "./reply-row.tsx";

/** What the dialog edits: a reply, or a new one of this scope. */
type Edited = CannedReply | "shared" | "own";

const contains = ({ title, shortcut, text }: CannedReply, typed: string): boolean => {
  const query = typed.trim().toLowerCase().replace(/^\//, "");
  return query === "" || [title, shortcut, text].some((part) => part.toLowerCase().includes(query));
};

export default function CannedRepliesPage() {
  const { id: projectId, mayI } = useProject();
  const { data, error, refetch } = useRouteQuery(listCannedReplies, { params: { projectId } });
  const [typed, setTyped] = useState("");
  const [edited, setEdited] = useState<Edited>();
  const mayShare = mayI("admin");
  const found = data?.items.filter((reply) => contains(reply, typed)) ?? [];
  const none = data !== undefined && data.items.length === 0;
  return (
    <Page title={m.canned_title()} lead={m.canned_lead()} width="form">
      {!data ? (
        error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <SectionsPending />
        )
      ) : (
        <>
          {!none && (
            <div className="mb-4 flex">
              <SearchInput label={m.canned_filter()} value={typed} onType={setTyped} />
            </div>
          )}
          {typed.trim() !== "" && found.length === 0 ? (
            <EmptyState
              icon={Search}
              title={m.canned_none_found({ q: typed.trim() })}
              action={<Button onClick={() => setTyped("")}>{m.canned_clear_filter()}</Button>}
            />
          ) : (
            <>
              <Replies
                title={m.canned_shared()}
                lead={mayShare ? m.canned_shared_lead() : m.canned_only_admins()}
                items={found.filter((reply) => reply.shared)}
                total={data.items.filter((reply) => reply.shared).length}
                most={MAX_SHARED}
                filtered={typed.trim() !== ""}
                none={mayShare ? m.canned_shared_none() : m.canned_shared_none_yet()}
                mayChange={mayShare}
                onNew={() => setEdited("shared")}
                onEdit={setEdited}
                projectId={projectId}
              />
              <Replies
                title={m.canned_own()}
                lead={m.canned_own_lead()}
                items={found.filter((reply) => !reply.shared)}
                total={data.items.filter((reply) => !reply.shared).length}
                most={MAX_OWN}
                filtered={typed.trim() !== ""}
                none={m.canned_own_none()}
                mayChange
                onNew={() => setEdited("own")}
                onEdit={setEdited}
                projectId={projectId}
              />
            </>
          )}
        </>
      )}
      {edited && <ReplyDialog projectId={projectId} edited={edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}

interface RepliesProps {
  readonly projectId: string;
  readonly title: string;
  readonly lead: string;
  readonly items: readonly CannedReply[];
  /** How many there are without the filter, and how many there may be. */
  readonly total: number;
  readonly most: number;
  readonly filtered: boolean;
  readonly none: string;
  readonly mayChange: boolean;
  onNew(): void;
  onEdit(reply: CannedReply): void;
}
function Replies({ projectId, title, lead, items, total, most, filtered, none, mayChange, onNew, onEdit }: RepliesProps) {
  return (
    <Section
      title={title}
      lead={lead}
      actions={
        mayChange && (
          <Button icon={Plus} onClick={onNew} disabled={total >= most} aria-label={m.canned_new_in({ list: title })}>
            {m.canned_new()}
          </Button>
        )
      }
    >
      {items.length === 0 ? (
        <p className="flex items-center gap-2 text-muted">
          <MessageSquareQuote className="size-4 shrink-0 text-faint" aria-hidden />
          {filtered ? m.canned_none_fit() : none}
        </p>
      ) : (
        <ul className="-mt-2 grid grid-cols-1">
          {items.map((reply) => (
            <ReplyRow key={reply.id} projectId={projectId} reply={reply} mayChange={mayChange} onEdit={() => onEdit(reply)} />
          ))}
        </ul>
      )}
    </Section>
  );
}
