// Audit log of the project.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ScrollText } from "lucide-react";
import { addressOf } from "#dashboard/address.ts";
import { call } from "#dashboard/api.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { Forbidden, ProblemState } from "#dashboard/ui/problem.tsx";
import { formatFull, formatTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { type AuditEntry, readAuditLog } from "../../contract.ts";
import { loadAuditSentences } from "./load-sentences.ts";
import type { AuditSentences } from "./sentences.ts";

/** Newest first, further pages on request. Operators may not read it. */
export default function AuditPage() {
  const { id: projectId, mayI } = useProject();
  const allowed = mayI("admin");
  const log = useInfiniteQuery({
    queryKey: [readAuditLog.name, projectId],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof readAuditLog>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(readAuditLog, { params: { projectId }, query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
    enabled: allowed,
  });
  const sentences = useQuery({ queryKey: ["sentences of the audit log"], queryFn: loadAuditSentences, staleTime: Infinity });
  const entries = log.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page title={m.projects_audit_title()} lead={m.projects_audit_lead()} width="wide">
      {!allowed ? (
        <Forbidden message={m.projects_audit_forbidden()} />
      ) : log.isPending || sentences.isPending ? (
        <SectionsPending />
      ) : log.error && entries.length === 0 ? (
        <ProblemState error={log.error} onRetry={() => void log.refetch()} />
      ) : entries.length === 0 ? (
        <EmptyState icon={ScrollText} title={m.projects_audit_empty()} body={m.projects_audit_empty_body()} />
      ) : (
        <>
          <table className="block w-full overflow-hidden rounded-lg border border-line text-start sm:table sm:border-separate sm:border-spacing-0">
            <thead className="max-sm:sr-only">
              <tr className="bg-subtle text-xs text-muted">
                <Head>{m.projects_audit_when()}</Head>
                <Head>{m.projects_audit_who()}</Head>
                <Head>{m.projects_audit_what()}</Head>
              </tr>
            </thead>
            <tbody className="block sm:table-row-group">
              {entries.map((entry) => (
                <Entry key={entry.id} projectId={projectId} entry={entry} sentences={sentences.data ?? {}} />
              ))}
            </tbody>
          </table>
          {log.hasNextPage && (
            <Button className="mt-4 self-center" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
              {m.projects_audit_more()}
            </Button>
          )}
        </>
      )}
    </Page>
  );
}

const Head = ({ children }: { children: string }) => (
  <th scope="col" className="h-9 border-b border-line px-3.5 text-start font-medium">
    {children}
  </th>
);
const CELL = "px-3.5 sm:table-cell sm:border-b sm:border-line sm:py-2.5 sm:align-top sm:group-last:border-b-0";

function Entry({ projectId, entry, sentences }: { projectId: string; entry: AuditEntry; sentences: AuditSentences }) {
  const said = sentences[entry.action]?.(entry) ?? [actionName(entry.action)];
  return (
    <tr className="group flex flex-wrap items-baseline gap-y-1 border-b border-line py-2.5 last:border-b-0 sm:table-row sm:border-b-0">
      <td className={`order-2 text-xs whitespace-nowrap text-muted tabular-nums sm:w-36 sm:text-sm ${CELL}`}>
        <time dateTime={entry.createdAt} title={formatFull(entry.createdAt)}>
          {formatTime(entry.createdAt)}
        </time>
      </td>
      <td dir="auto" className={`order-1 min-w-0 flex-1 font-medium wrap-anywhere sm:w-48 ${CELL}`}>
        {entry.actor}
      </td>
      <td className={`order-3 basis-full wrap-anywhere ${CELL}`}>
        {said.map((sentence) => (
          <p key={sentence} dir="auto">
            {sentence}
          </p>
        ))}
        <ThingLink projectId={projectId} entry={entry} />
      </td>
    </tr>
  );
}

/** Leads to what the entry is about, unless that is gone. */
function ThingLink({ projectId, entry: { action, detail } }: { projectId: string; entry: AuditEntry }) {
  const { contact, article, source } = detail;
  const [to, label] =
    contact !== undefined
      ? [addressOf("contact", { projectId, contactId: contact }), m.projects_audit_contact({ tail: contact.slice(-4).toUpperCase() })]
      : article !== undefined && action !== "help.deleted"
        ? [addressOf("article", { projectId, articleId: article }), m.projects_audit_open_article()]
        : source !== undefined && action !== "knowledge.source_removed"
          ? [addressOf("source", { projectId, sourceId: source }), m.projects_audit_open_source()]
          : [undefined, ""];
  return to === undefined ? null : (
    <Link to={to} className="text-accent-text underline-offset-2 hover:underline">
      {label}
    </Link>
  );
}

// An action without a sentence gets a readable name: `note.moved` → `Note moved`.
function actionName(action: string): string {
  const words = action.replaceAll(/[._]/g, " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
