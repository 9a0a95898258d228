// Audit log of the project: filters, and the entries, each of which opens to show what was before and after.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { clsx } from "clsx";
import { ChevronRight, Download, ScrollText } from "lucide-react";
import { useId, useState } from "react";
import { addressOf } from "#dashboard/address.ts";
import { call } from "#dashboard/api.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { Forbidden, ProblemState } from "#dashboard/ui/problem.tsx";
import { formatFull, formatTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { type AuditEntry, exportAuditLog, readAuditLog, settingsPath } from "../../contract.ts";
import { type AuditAreas, inWords, screenOf } from "./areas.ts";
import { EntryChanges } from "./entry-changes.tsx";
import { type Chosen, chosenIn, Filters, queryOf } from "./filters.tsx";
import { loadAuditWords } from "./load-sentences.ts";
import type { AuditSentences } from "./sentences.ts";

interface Words {
  readonly sentences: AuditSentences;
  readonly areas: AuditAreas;
}

/** Newest first, further pages on request. Operators may not read it. */
export default function AuditPage() {
  const { id: projectId, mayI } = useProject();
  const allowed = mayI("admin");
  const navigate = useNavigate();
  const chosen = chosenIn(useSearch({ strict: false }));
  const query = queryOf(chosen);
  const choose = (next: Chosen): void => void navigate({ to: settingsPath(projectId, "audit"), search: next as never, replace: true });
  const log = useInfiniteQuery({
    queryKey: [readAuditLog.name, projectId, query],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AnswerOf<typeof readAuditLog>) => page.next ?? undefined,
    queryFn: ({ pageParam, signal }) =>
      call(readAuditLog, {
        params: { projectId },
        query: { ...query, ...(pageParam === undefined ? {} : { cursor: pageParam }) } as never,
        signal,
      }),
    enabled: allowed,
  });
  const words = useQuery({ queryKey: ["words of the audit log"], queryFn: loadAuditWords, staleTime: Infinity });
  const entries = log.data?.pages.flatMap((page) => page.items) ?? [];
  const others = new Map(entries.flatMap(({ accountId, actor }) => (accountId === null ? [] : [[accountId, actor] as const])));
  const file = `${exportAuditLog.path.replace(":projectId", projectId)}?${new URLSearchParams(query)}`;
  return (
    <Page
      title={m.projects_audit_title()}
      lead={m.projects_audit_lead()}
      width="wide"
      actions={
        allowed && (
          <a href={file} download className={buttonLink}>
            <Download className="size-4" aria-hidden />
            {m.projects_audit_export()}
          </a>
        )
      }
    >
      {!allowed ? (
        <Forbidden message={m.projects_audit_forbidden()} />
      ) : (
        <div className="grid grid-cols-1 gap-5">
          {words.data && <Filters chosen={chosen} areas={words.data.areas} others={others} onChange={choose} />}
          {log.isPending || words.isPending ? (
            <SectionsPending />
          ) : log.error && entries.length === 0 ? (
            <ProblemState error={log.error} onRetry={() => void log.refetch()} />
          ) : entries.length === 0 ? (
            Object.keys(chosen).length > 0 ? (
              <EmptyState
                icon={ScrollText}
                title={m.projects_audit_none()}
                body={m.projects_audit_none_body()}
                action={<Button onClick={() => choose({})}>{m.projects_audit_clear()}</Button>}
              />
            ) : (
              <EmptyState icon={ScrollText} title={m.projects_audit_empty()} body={m.projects_audit_empty_body()} />
            )
          ) : (
            <>
              <Entries projectId={projectId} entries={entries} words={words.data ?? { sentences: {}, areas: {} }} />
              {log.hasNextPage && (
                <Button className="justify-self-center" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                  {m.projects_audit_more()}
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </Page>
  );
}

const Entries = ({ projectId, entries, words }: { projectId: string; entries: readonly AuditEntry[]; words: Words }) => (
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
        <Entry key={entry.id} projectId={projectId} entry={entry} words={words} />
      ))}
    </tbody>
  </table>
);
const Head = ({ children }: { children: string }) => (
  <th scope="col" className="h-9 border-b border-line px-3.5 text-start font-medium">
    {children}
  </th>
);
const CELL = "px-3.5 sm:table-cell sm:border-b sm:border-line sm:py-2.5 sm:align-top sm:group-last:border-b-0";

function Entry({ projectId, entry, words }: { projectId: string; entry: AuditEntry; words: Words }) {
  const { action, changes, program } = entry;
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const said = words.sentences[action]?.(entry) ?? [inWords(action)];
  const { title, path } = screenOf(words.areas, action.split(".")[0] ?? "", projectId);
  return (
    <tr className="group flex flex-wrap items-baseline gap-y-1 border-b border-line py-2.5 last:border-b-0 sm:table-row sm:border-b-0">
      <td className={`order-2 text-xs whitespace-nowrap text-muted tabular-nums sm:w-36 sm:text-sm ${CELL}`}>
        <time dateTime={entry.createdAt} title={formatFull(entry.createdAt)}>
          {formatTime(entry.createdAt)}
        </time>
      </td>
      <td dir="auto" className={`order-1 min-w-0 flex-1 wrap-anywhere sm:w-48 ${CELL}`}>
        <span className="font-medium">
          {entry.actor === "system" && entry.accountId === null ? m.projects_audit_system() : entry.actor}
        </span>
        {program !== null && <span className="block text-xs text-muted">{m.projects_audit_program({ name: program })}</span>}
      </td>
      <td className={`order-3 min-w-0 basis-full wrap-anywhere ${CELL}`}>
        {said.map((sentence) => (
          <p key={sentence} dir="auto" className="first-letter:uppercase">
            {sentence}
          </p>
        ))}
        <p className="flex flex-wrap gap-x-4">
          {changes.length > 0 && (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setIsOpen(!isOpen)}
              className="inline-flex min-h-6 items-center gap-1 text-accent-text underline-offset-2 hover:underline"
            >
              <ChevronRight className={clsx("size-3.5 transition-transform", isOpen ? "rotate-90" : "rtl:rotate-180")} aria-hidden />
              {m.projects_audit_changes({ count: changes.length })}
            </button>
          )}
          <ThingLink projectId={projectId} entry={entry} />
          {isOpen && path !== undefined && (
            <Link to={path} className="inline-flex min-h-6 items-center text-accent-text underline-offset-2 hover:underline">
              {m.projects_audit_open_screen({ title })}
            </Link>
          )}
        </p>
        {isOpen && <EntryChanges id={id} entry={entry} areas={words.areas} />}
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
    <Link to={to} className="inline-flex min-h-6 items-center text-accent-text underline-offset-2 hover:underline">
      {label}
    </Link>
  );
}
