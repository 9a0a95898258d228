// The dialog that creates an issue from a conversation: the draft, then exactly what leaves, then what became of it.
import { useRouteQuery } from "#dashboard/api.ts";
import { addressOf } from "#dashboard/address.ts";
import { useProject } from "#dashboard/session.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { readCodeHosting } from "#modules/code-hosting/contract";
import { openThread } from "#modules/conversations/contract";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type IssueCreation, type IssueDraft, type IssuePreview, messagesIn, readIssueDraft } from "../contract.ts";
import type { CreateProps } from "./create-props.ts";
import { DraftForm } from "./draft-form.tsx";
import { freshDraft, ROLES } from "./draft.ts";
import { Preview } from "./preview.tsx";
import { forgetOpenCreation, isOpen } from "./remember.ts";
import { Waiting } from "./waiting.tsx";

export default function CreateDialog(props: CreateProps) {
  const { projectId, conversationId, onClose } = props;
  const { mayI } = useProject();
  const params = { projectId, conversationId } as never;
  useState(() => forgetOpenCreation(params));
  const hosting = useRouteQuery(readCodeHosting, { params: { projectId } as never });
  const stored = useRouteQuery(readIssueDraft, { params }, { staleTime: 0 });
  const thread = useRouteQuery(openThread, { params });
  const failed = hosting.error ?? stored.error ?? thread.error;
  return (
    <Dialog open onClose={onClose} size="lg" fills title={m.issue_creation_create()} body={m.issue_creation_create_body()}>
      {failed && !(hosting.data && stored.data && thread.data) ? (
        <ProblemState error={failed} onRetry={() => void Promise.all([hosting.refetch(), stored.refetch(), thread.refetch()])} />
      ) : !hosting.data || !stored.data || !thread.data ? (
        <div role="status" aria-label={m.issue_creation_create_loading()} className="grid gap-3">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-40" />
        </div>
      ) : hosting.data.repositories.length === 0 ? (
        <p className="text-muted">
          {m.code_hosting_no_repositories()}{" "}
          {mayI("admin") && (
            <Link to={addressOf("settings-code-hosting", { projectId }) ?? ""} className="text-accent-text underline underline-offset-2">
              {m.code_hosting_choose_repositories()}
            </Link>
          )}
        </p>
      ) : (
        <Steps {...props} repositories={hosting.data.repositories} stored={stored.data} thread={thread.data} />
      )}
    </Dialog>
  );
}

type Thread = NonNullable<ReturnType<typeof useRouteQuery<typeof openThread>>["data"]>;
type Stored = NonNullable<ReturnType<typeof useRouteQuery<typeof readIssueDraft>>["data"]>;
interface StepsProps extends CreateProps {
  readonly repositories: readonly string[];
  readonly stored: Stored;
  readonly thread: Thread;
}
function Steps({ repositories, stored, thread, ...props }: StepsProps) {
  const said = messagesIn(thread.events, (role) => ROLES[role]?.() ?? role);
  const names = [thread.contact.name, thread.contact.identifier].flatMap((name) => (name === null ? [] : [name]));
  const files = thread.events.flatMap((event) =>
    event.kind === "message" && event.message.erased_at === null ? event.message.attachments : [],
  );
  const [first] = useState(() => stored.draft ?? freshDraft({ repositories, last: stored.repository, said, names }));
  const [draft, setDraft] = useState<IssueDraft>(first);
  const [preview, setPreview] = useState<IssuePreview>();
  const [creation, setCreation] = useState<IssueCreation | undefined>(() =>
    stored.creation && isOpen(stored.creation) ? stored.creation : undefined,
  );
  if (creation && isOpen(creation)) return <Waiting {...props} creation={creation} onSettled={setCreation} />;
  if (preview)
    return (
      <Preview
        {...props}
        {...{ draft, preview, failed: creation?.state === "failed" ? creation : undefined }}
        onCreation={setCreation}
        onPreview={setPreview}
        onBack={() => {
          setCreation(undefined);
          setPreview(undefined);
        }}
      />
    );
  return (
    <DraftForm
      {...props}
      {...{ draft, said, names, files, repositories }}
      failed={creation}
      isKept={stored.draft !== null}
      onDraft={setDraft}
      onPreview={(shown, seen) => {
        setDraft(seen);
        setCreation(undefined);
        setPreview(shown);
      }}
    />
  );
}
