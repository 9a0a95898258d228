// Page of one company: its fields, its contacts, and their latest conversations.
import { call, useRouteQuery } from "#dashboard/api.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { Avatar } from "#dashboard/ui/avatar.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { messageOf, ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { contactPath } from "#modules/contacts/contract";
import { contactName, isErased } from "#modules/contacts/views";
import { threadPath, type View } from "#modules/conversations/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { ArrowLeft, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { type Belonging, changeCompany, type Company, companiesPath, deleteCompany, listCompanyConversations } from "../contract.ts";
import { bodyOf, Fields, type Texts, textsOf } from "./fields.tsx";
import { problemsOf } from "./problems.ts";
import { companyQuery, contactsQuery, forgetLists, rereadCompanies } from "./queries.ts";

export default function CompanyScreen() {
  const { project } = useProject();
  const { companyId = "" } = useParams({ strict: false }) as { companyId?: string };
  const { data, error, refetch } = useQuery(companyQuery(project.id, companyId));
  if (!data)
    return (
      <Page title={m.companies_one()} lead={<Back projectId={project.id} />} width="wide">
        {error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton>
            <Bar className="my-3 h-8 w-64" />
            <Bar className="my-3 h-40 w-full" />
          </Skeleton>
        )}
      </Page>
    );
  return <CompanyPage key={companyId} projectId={project.id} company={data} />;
}

function CompanyPage({ projectId, company }: { projectId: string; company: Company }) {
  const [asking, setAsking] = useState(false);
  return (
    <Page
      title={plain(company.name)}
      width="wide"
      lead={<Back projectId={projectId} />}
      actions={
        <Button icon={Trash2} onClick={() => setAsking(true)}>
          {m.companies_delete()}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-x-8 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="min-w-0">
          <Contacts projectId={projectId} companyId={company.id} />
          <Conversations projectId={projectId} companyId={company.id} />
        </div>
        <CompanyForm projectId={projectId} company={company} />
      </div>
      {asking && <Deleting projectId={projectId} company={company} onClose={() => setAsking(false)} />}
    </Page>
  );
}

function Deleting({ projectId, company, onClose }: { projectId: string; company: Company; onClose(): void }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const name = plain(company.name);
  async function remove(): Promise<void> {
    setBusy(true);
    setRefusal(undefined);
    try {
      await call(deleteCompany, { params: { projectId, companyId: company.id } as never });
      toast({ tone: "ok", title: m.companies_deleted({ name }) });
      // What was typed goes with the company: nobody is asked whether to stay on a page that is gone.
      forgetLists(projectId);
      await navigate({ to: companiesPath(projectId), ignoreBlocker: true });
      void rereadCompanies(projectId);
    } catch (cause) {
      setRefusal(messageOf(cause));
      setBusy(false);
    }
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={m.companies_delete_title({ name })}
      body={m.companies_delete_body()}
      action={m.companies_delete()}
      busy={busy}
      error={refusal}
      onConfirm={() => void remove()}
    >
      <ul className="grid list-disc gap-0.5 ps-5 text-muted">
        <li>{m.companies_delete_loses()}</li>
        <li>{m.companies_delete_keeps()}</li>
      </ul>
    </ConfirmDialog>
  );
}

function CompanyForm({ projectId, company: latest }: { projectId: string; company: Company }) {
  /** What the changes are of. */
  const [company, setCompany] = useState(latest);
  const [texts, setTexts] = useState(() => textsOf(latest));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const was = textsOf(company);
  const keys = (Object.keys(was) as (keyof Texts)[]).filter((key) => texts[key].trim() !== was[key].trim());
  /** Takes over what is stored, and keeps what the member has changed. */
  function rebase(stored: Company): void {
    setCompany(stored);
    setTexts({ ...textsOf(stored), ...Object.fromEntries(keys.map((key) => [key, texts[key]])) });
  }
  // Read again, as after a while in another tab: nothing of what was typed gets lost.
  if (latest.revision > company.revision) rebase(latest);
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (keys.length === 0 || busy) return;
    setBusy(true);
    setProblems({});
    const body = bodyOf(texts);
    try {
      const { company: saved } = await call(changeCompany, {
        params: { projectId, companyId: company.id } as never,
        body: { revision: company.revision, ...Object.fromEntries(keys.map((key) => [key, body[key]])) },
      });
      toast({ tone: "ok", title: m.companies_saved() });
      setCompany(saved);
      setTexts(textsOf(saved));
      void rereadCompanies(projectId);
    } catch (cause) {
      const stored = cause instanceof CallError ? (cause.problem as { company?: Company }).company : undefined;
      if (stored) rebase(stored);
      setProblems(problemsOf(cause));
    } finally {
      setBusy(false);
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} aria-label={m.companies_details()}>
      <Section title={m.companies_details()}>
        {company.website !== null && (
          <a
            href={company.website}
            target="_blank"
            rel="noopener noreferrer"
            className="min-w-0 justify-self-start break-all text-accent-text hover:underline"
          >
            <bdi>{plain(company.website)}</bdi>
          </a>
        )}
        <Fields texts={texts} problems={problems} onChange={setTexts} />
        <FormFooter problem={problems[""]} changed={keys.length > 0} busy={busy} onDiscard={() => setTexts(was)} />
      </Section>
    </form>
  );
}

function Contacts({ projectId, companyId }: { projectId: string; companyId: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(contactsQuery(projectId, companyId));
  const contacts = data?.pages.flatMap(({ items }) => items).filter((contact) => !isErased(contact)) ?? [];
  return (
    <Section title={m.companies_contacts()} lead={m.companies_contacts_lead()}>
      {error && !data ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton>
          <Bar className="my-2 h-5 w-full" />
          <Bar className="my-2 h-5 w-full" />
        </Skeleton>
      ) : contacts.length === 0 && !hasNextPage ? (
        <p className="text-muted">{m.companies_no_contacts()}</p>
      ) : (
        <ul aria-label={m.companies_contacts()} className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
          {contacts.map((contact) => (
            <ContactRow key={contact.id} projectId={projectId} contact={contact} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="justify-self-center">
          {m.companies_more()}
        </Button>
      )}
    </Section>
  );
}
const ContactRow = ({ projectId, contact }: { projectId: string; contact: Belonging }) => (
  <li>
    <Link
      to={contactPath(projectId, contact.id)}
      className="flex min-h-11 flex-wrap items-center gap-x-2.5 gap-y-0.5 rounded-sm px-2 py-1.5 hover:bg-hover"
    >
      <Avatar id={contact.id} name={contactName(contact)} size={24} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-medium">
          {contactName(contact)}
        </span>
        {contact.email && contact.name && (
          <span dir="auto" className="block truncate text-xs text-muted">
            {plain(contact.email)}
          </span>
        )}
      </span>
      {contact.by === "hand" && <Chip tone="neutral">{m.companies_by_hand()}</Chip>}
      {contact.by === "domain" && !contact.emailVerified && <Chip tone="warn">{m.companies_unproved()}</Chip>}
    </Link>
  </li>
);

const VIEW_OF: Readonly<Record<string, View>> = { open: "all", snoozed: "snoozed", closed: "closed" };
function Conversations({ projectId, companyId }: { projectId: string; companyId: string }) {
  const me = useMe().id;
  const { data, error, refetch } = useRouteQuery(listCompanyConversations, { params: { projectId, companyId } as never });
  return (
    <Section title={m.companies_conversations()} lead={m.companies_conversations_lead()}>
      {error && !data ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton>
          <Bar className="my-2 h-5 w-full" />
        </Skeleton>
      ) : data.items.length === 0 ? (
        <p className="text-muted">{m.companies_no_conversations()}</p>
      ) : (
        <ul aria-label={m.companies_conversations()} className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
          {data.items.map(({ id, contact, preview, subject, status, lastActivityAt, assigneeId }) => (
            <li key={id}>
              <Link
                to={threadPath(projectId, id, VIEW_OF[status] ?? "all")}
                className="block min-h-11 rounded-sm px-2 py-1.5 hover:bg-hover"
              >
                <span className="flex items-baseline gap-2">
                  <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
                    {contactName(contact)}
                  </span>
                  <span className="text-2xs text-muted">
                    {assigneeId === me && `${m.companies_assigned_to_you()} · `}
                    <RelativeTime at={lastActivityAt} />
                  </span>
                </span>
                <span dir="auto" className="block truncate text-muted">
                  {plain(subject ?? preview) || m.companies_conversation_without_text()}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const Back = ({ projectId }: { projectId: string }) => (
  <Link to={companiesPath(projectId)} className="inline-flex items-center gap-1 hover:text-text">
    <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
    {m.companies_title()}
  </Link>
);
