// One proposal: where it comes from, its text beside the article's present one, and the decision.
import { Link, useParams } from "@tanstack/react-router";
import { useId, useState } from "react";
import { issueOf, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { Field, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import { articlePath, MAX_ARTICLE, MAX_TITLE } from "#modules/articles/contract";
import { roundPath } from "#modules/assistant/contract";
import { sourcePath } from "#modules/knowledge-sources/contract";
import { threadPath } from "#modules/conversations/contract";
import { acceptProposal, listProposals, type ProposalText, proposalsPath, readProposal, rejectProposal } from "../contract.ts";
import { diffLines } from "./diff.ts";
import { aimOf } from "./labels.ts";

export default function ProposalPage() {
  const { id: projectId } = useProject();
  const { proposalId = "" } = useParams({ strict: false }) as { proposalId?: string };
  const { data, error, refetch } = useRouteQuery(readProposal, { params: { projectId, proposalId } as never });
  return (
    <Page
      title={m.assistant_learning_one_title()}
      lead={data && aimOf(data.proposal)}
      width="wide"
      actions={
        <Link to={proposalsPath(projectId)} className={buttonLink}>
          {m.assistant_learning_back()}
        </Link>
      }
    >
      {!data ? (
        error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <SectionsPending />
        )
      ) : data.proposal.state === "erased" ? (
        <p className="text-muted">{m.assistant_learning_is_erased()}</p>
      ) : (
        <>
          <Origin projectId={projectId} read={data} />
          {data.proposal.state === "open" ? (
            <Decision key={`${data.proposal.id} ${data.present?.revision ?? 0}`} projectId={projectId} read={data} />
          ) : (
            <Decided projectId={projectId} read={data} />
          )}
        </>
      )}
    </Page>
  );
}

function Origin({ projectId, read: { proposal, answer } }: { projectId: string; read: ProposalText }) {
  return (
    <Section title={m.assistant_learning_source()} lead={m.assistant_learning_removed()}>
      <dl className="grid grid-cols-1 gap-4">
        {[
          [m.assistant_learning_question(), proposal.question],
          [m.assistant_learning_answer(), answer],
        ].map(([label, text]) => (
          <div key={label} className="grid grid-cols-1 gap-1">
            <dt className="text-xs text-muted">{label}</dt>
            <dd dir="auto" className="border-s-2 border-line-strong ps-3 wrap-anywhere whitespace-pre-wrap">
              {text === "" ? m.assistant_learning_no_question() : text}
            </dd>
          </div>
        ))}
      </dl>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Link to={threadPath(projectId, proposal.conversationId)} className="font-medium underline underline-offset-2">
          {m.assistant_learning_to_conversation()}
        </Link>
        {proposal.roundId !== null && (
          <Link to={roundPath(projectId, proposal.roundId)} className="font-medium underline underline-offset-2">
            {m.assistant_learning_to_trace()}
          </Link>
        )}
      </p>
    </Section>
  );
}

function Decision({ projectId, read: { proposal, content: proposed, present } }: { projectId: string; read: ProposalText }) {
  const [title, setTitle] = useState(proposal.title);
  const [content, setContent] = useState(proposed);
  const [clientId] = useState(() => crypto.randomUUID());
  const params = { projectId, proposalId: proposal.id } as never;
  const options = { suppressToast: true, invalidates: [listProposals, readProposal] };
  const accept = useRouteMutation(acceptProposal, {
    ...options,
    done: ({ proposal: decided }) =>
      toast({ tone: "ok", title: decided.articleId === null ? m.assistant_learning_did_change() : m.assistant_learning_did_accept() }),
  });
  const reject = useRouteMutation(rejectProposal, {
    ...options,
    done: () => toast({ tone: "ok", title: m.assistant_learning_did_reject() }),
  });
  const problem = refusalOf(accept.error) ?? refusalOf(reject.error);
  const { mayI } = useProject();
  // A snippet has no draft, so its change is seen by customers at once.
  const isOfSnippet = proposal.snippet !== null && present !== null;
  const mayAccept = !isOfSnippet || mayI("admin");
  return (
    <Section title={m.assistant_learning_text()} lead={leadOf(proposal, present)}>
      <p className="text-sm text-muted">
        {proposal.worded === "model"
          ? m.assistant_learning_worded_model({ model: proposal.model ?? "", cost: formatUsd(proposal.costUsd) })
          : m.assistant_learning_worded_reply()}
      </p>
      {present && <Difference before={`${present.title}\n\n${present.content}`} after={`${title}\n\n${content}`} />}
      <form
        noValidate
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          accept.mutate({ params, body: { clientId, revision: present?.revision ?? 0, title, content } });
        }}
      >
        <Field
          label={m.assistant_learning_field_title()}
          hint={m.assistant_learning_field_title_hint()}
          error={issueOf(accept.error, "title")}
        >
          <TextInput dir="auto" value={title} limit={MAX_TITLE} autoComplete="off" onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <Field label={m.assistant_learning_field_content()} error={issueOf(accept.error, "content")}>
          <TextArea dir="auto" rows={12} value={content} limit={MAX_ARTICLE} onChange={(event) => setContent(event.target.value)} />
        </Field>
        {!mayAccept && <p className="text-muted">{m.assistant_learning_snippet_admins()}</p>}
        {problem !== undefined && (
          <p role="alert" className="text-bad-text">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button busy={reject.isPending} onClick={() => reject.mutate({ params, body: { state: "rejected" } })}>
            {m.assistant_learning_reject()}
          </Button>
          {mayAccept && (
            <Button type="submit" variant="primary" busy={accept.isPending}>
              {isOfSnippet ? m.assistant_learning_accept_snippet() : m.assistant_learning_accept()}
            </Button>
          )}
        </div>
      </form>
    </Section>
  );
}

function leadOf({ articleId, snippet }: ProposalText["proposal"], present: ProposalText["present"]): string {
  if (present) return snippet ? m.assistant_learning_snippet_lead() : m.assistant_learning_change_lead();
  if (snippet) return m.assistant_learning_snippet_gone();
  return articleId === null ? m.assistant_learning_new_lead() : m.assistant_learning_gone();
}

/** Lines that are the same and far from a change are left out. */
const AROUND = 2;
function Difference({ before, after }: { before: string; after: string }) {
  const id = useId();
  const lines = diffLines(before, after);
  const near = lines.map((_, i) => lines.slice(Math.max(0, i - AROUND), i + AROUND + 1).some(({ change }) => change !== "same"));
  return (
    <div className="grid grid-cols-1 gap-1">
      <p id={id} className="text-xs text-muted">
        {m.assistant_learning_diff()}
      </p>
      {near.every((one) => !one) ? (
        <p className="text-muted">{m.assistant_learning_same()}</p>
      ) : (
        <div
          role="group"
          tabIndex={0}
          aria-labelledby={id}
          dir="auto"
          className="max-h-[min(50dvh,400px)] overflow-auto rounded-md border border-line p-3 wrap-anywhere whitespace-pre-wrap"
        >
          {lines.map(({ change, text }, i) =>
            change === "added" ? (
              <ins key={i} className="block bg-ok-soft text-ok-text no-underline">
                <span className="sr-only">{m.assistant_learning_added()} </span>
                <span aria-hidden>+ </span>
                {text}
              </ins>
            ) : change === "removed" ? (
              <del key={i} className="block bg-bad-soft text-bad-text">
                <span className="sr-only">{m.assistant_learning_taken_out()} </span>
                <span aria-hidden>− </span>
                {text}
              </del>
            ) : near[i] ? (
              <span key={i} className="block min-h-5">
                {text}
              </span>
            ) : (
              near[i - 1] && (
                <span key={i} className="block text-faint" aria-hidden>
                  …
                </span>
              )
            ),
          )}
        </div>
      )}
    </div>
  );
}

function Decided({ projectId, read: { proposal } }: { projectId: string; read: ProposalText }) {
  const reopen = useRouteMutation(rejectProposal, {
    invalidates: [listProposals, readProposal],
    done: () => toast({ tone: "ok", title: m.assistant_learning_did_reopen() }),
  });
  const isAccepted = proposal.state === "accepted";
  return (
    <Section
      title={isAccepted ? m.assistant_learning_accepted() : m.assistant_learning_rejected()}
      lead={
        !isAccepted
          ? m.assistant_learning_is_rejected()
          : proposal.articleId === null
            ? m.assistant_learning_snippet_is_changed()
            : m.assistant_learning_is_accepted()
      }
      actions={
        isAccepted ? (
          proposal.articleId !== null ? (
            <Link to={articlePath(projectId, proposal.articleId)} className={buttonLink}>
              {m.assistant_learning_to_article()}
            </Link>
          ) : (
            proposal.snippet && (
              <Link to={sourcePath(projectId, proposal.snippet.sourceId)} className={buttonLink}>
                {m.assistant_learning_to_snippet()}
              </Link>
            )
          )
        ) : (
          <Button
            busy={reopen.isPending}
            onClick={() => reopen.mutate({ params: { projectId, proposalId: proposal.id } as never, body: { state: "open" } })}
          >
            {m.assistant_learning_reopen()}
          </Button>
        )
      }
    />
  );
}
