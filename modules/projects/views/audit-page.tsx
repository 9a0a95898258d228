// Audit log of the project.
import { useInfiniteQuery } from "@tanstack/react-query";
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
import { type AuditEntry, readAuditLog } from "../contract.ts";

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
  const entries = log.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page title={m.projects_audit_title()} lead={m.projects_audit_lead()} width="wide">
      {!allowed ? (
        <Forbidden message={m.projects_audit_forbidden()} />
      ) : log.isPending ? (
        <SectionsPending />
      ) : log.error && entries.length === 0 ? (
        <ProblemState error={log.error} onRetry={() => void log.refetch()} />
      ) : entries.length === 0 ? (
        <EmptyState icon={ScrollText} title={m.projects_audit_empty()} body={m.projects_audit_empty_body()} />
      ) : (
        <>
          <div className="overflow-x-auto rounded-lg border border-line" tabIndex={0} role="group" aria-label={m.projects_audit_title()}>
            <table className="w-full min-w-130 text-start">
              <thead>
                <tr className="border-b border-line bg-subtle text-xs text-muted">
                  <Head>{m.projects_audit_when()}</Head>
                  <Head>{m.projects_audit_who()}</Head>
                  <Head>{m.projects_audit_what()}</Head>
                  <Head>{m.projects_audit_detail()}</Head>
                </tr>
              </thead>
              <tbody>
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </tbody>
            </table>
          </div>
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
  <th scope="col" className="h-9 px-3.5 text-start font-medium">
    {children}
  </th>
);

function Entry({ entry }: { entry: AuditEntry }) {
  const { id: projectId, members } = useProject();
  const nameOf = (value: string): string => members.find((member) => member.accountId === value)?.name ?? value;
  const { contact, ...more } = entry.detail;
  const to = contact === undefined ? undefined : addressOf("contact", { projectId, contactId: contact });
  const detail = Object.entries(more).map(([key, value]) => `${key}: ${nameOf(value)}`);
  return (
    <tr className="border-b border-line align-top last:border-b-0">
      <td className="px-3.5 py-2.5 whitespace-nowrap text-muted tabular-nums">
        <time dateTime={entry.createdAt} title={formatFull(entry.createdAt)}>
          {formatTime(entry.createdAt)}
        </time>
      </td>
      <td dir="auto" className="px-3.5 py-2.5 wrap-anywhere">
        {nameOf(entry.actor)}
      </td>
      <td className="px-3.5 py-2.5">{actionName(entry.action)}</td>
      <td dir="auto" className="px-3.5 py-2.5 text-muted wrap-anywhere">
        {detail.join(", ")}
        {contact !== undefined && to !== undefined && (
          <Link to={to} className="text-accent-text underline-offset-2 hover:underline">
            {m.projects_audit_contact({ tail: contact.slice(-4).toUpperCase() })}
          </Link>
        )}
      </td>
    </tr>
  );
}

const ACTIONS: Record<string, () => string> = {
  "project.created": m.projects_audit_project_created,
  "project.renamed": m.projects_audit_project_renamed,
  "project.deleted": m.projects_audit_project_deleted,
  "member.invited": m.projects_audit_member_invited,
  "member.invitation_revoked": m.projects_audit_invitation_revoked,
  "member.invitation_mailed": m.projects_audit_invitation_mailed,
  "member.joined": m.projects_audit_member_joined,
  "member.role_changed": m.projects_audit_role_changed,
  "member.removed": m.projects_audit_member_removed,
  "member.left": m.projects_audit_member_left,
  "widget.changed": m.projects_audit_widget_changed,
  "widget.key_rotated": m.projects_audit_key_rotated,
  "widget.identity_secret_rotated": m.projects_audit_secret_rotated,
  "inbox.changed": m.projects_audit_inbox_changed,
  "contact.hidden": m.projects_audit_contact_hidden,
  "contact.restored": m.projects_audit_contact_restored,
  "contact.erased": m.projects_audit_contact_erased,
};
// An action without a label gets a readable name: `note.moved` → `Note moved`.
function actionName(action: string): string {
  const words = action.replaceAll(/[._]/g, " ");
  return ACTIONS[action]?.() ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
