// The page where the installation's first owner approves mail domains for projects.
import { queryClient, reading, refusalOf, useRouteQuery, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { SectionsPending } from "#dashboard/pending.tsx";
import { Forbidden, ProblemState } from "#dashboard/ui/problem.tsx";
import { formatDay } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { useRef, useState } from "react";
import { InstallationName } from "#modules/accounts/views";
import { approveMailDomain, listMailDomains, type MailDomain, withdrawMailDomain } from "#modules/address-verification/contract";

/** For the first owner; everybody else sees why they cannot use it. */
export default function InstallationPage() {
  const { data, error, refetch } = useRouteQuery(listMailDomains, {});
  const forbidden = (error as { status?: number } | null)?.status === 403;
  return (
    <Page title={m.email_installation()} lead={m.email_installation_lead()}>
      {data ? (
        <>
          <InstallationName />
          <Domains items={data.items} />
        </>
      ) : forbidden ? (
        <Forbidden message={m.email_installation_forbidden()} />
      ) : error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : (
        <SectionsPending />
      )}
    </Page>
  );
}

const keep = (answer: { items: MailDomain[]; next: null }): void =>
  void queryClient.setQueryData(reading(listMailDomains, {}).queryKey, answer);

function Domains({ items }: { items: readonly MailDomain[] }) {
  const [selected, setSelected] = useState<MailDomain>();
  const top = useRef<HTMLDivElement>(null);
  const closed = (title: string): void => {
    setSelected(undefined);
    // The button that opened the dialog was removed with its row, so the focus moves to the page.
    requestAnimationFrame(() => top.current?.focus());
    toast({ tone: "ok", title });
  };
  const approve = useRouteMutation(approveMailDomain, {
    suppressToast: true,
    done: (answer, { body }) => {
      keep(answer);
      closed(m.email_domain_approved({ domain: body.domain }));
    },
  });
  const withdraw = useRouteMutation(withdrawMailDomain, {
    suppressToast: true,
    done: (answer, { body }) => {
      keep(answer);
      closed(m.email_domain_withdrawn({ domain: body.domain }));
    },
  });
  const open = (domain: MailDomain): void => {
    approve.reset();
    withdraw.reset();
    setSelected(domain);
  };
  const isApproved = selected !== undefined && selected.approvedAt !== null;
  const change = isApproved ? withdraw : approve;
  const words = { domain: selected?.domain ?? "", project: selected?.projectName ?? "" };
  const others = items.filter(
    ({ domain, projectId, approvedAt }) => domain === selected?.domain && projectId !== selected.projectId && approvedAt !== null,
  );
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <List
        title={m.email_domains_waiting()}
        lead={m.email_domains_waiting_lead()}
        none={m.email_domains_waiting_none()}
        items={items.filter(({ approvedAt }) => approvedAt === null)}
        onOpen={open}
      />
      <List
        title={m.email_domains_approved()}
        lead={m.email_domains_approved_lead()}
        none={m.email_domains_approved_none()}
        items={items.filter(({ approvedAt }) => approvedAt !== null)}
        onOpen={open}
      />
      <ConfirmDialog
        open={selected !== undefined}
        onClose={() => setSelected(undefined)}
        onConfirm={() => selected && change.mutate({ body: { domain: selected.domain, projectId: selected.projectId } })}
        title={isApproved ? m.email_domain_withdraw_title(words) : m.email_domain_approve_title(words)}
        body={
          isApproved
            ? m.email_domain_withdraw_body(words)
            : others.length > 0
              ? m.email_domain_approve_shared({ ...words, others: others.map(({ projectName }) => projectName).join(", ") })
              : m.email_domain_approve_body(words)
        }
        action={isApproved ? m.email_domain_withdraw() : m.email_domain_approve()}
        tone={isApproved ? "danger" : "primary"}
        busy={change.isPending}
        error={refusalOf(change.error)}
      />
    </div>
  );
}

interface ListProps {
  readonly title: string;
  readonly lead: string;
  readonly none: string;
  readonly items: readonly MailDomain[];
  onOpen(domain: MailDomain): void;
}
const List = ({ title, lead, none, items, onOpen }: ListProps) => (
  <Section title={title} lead={lead}>
    {items.length === 0 ? (
      <p className="text-muted">{none}</p>
    ) : (
      <ul className="grid">
        {items.map((one) => (
          <li
            key={`${one.domain} ${one.projectId}`}
            className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2 last:border-b-0"
          >
            <span className="grid min-w-0 flex-1 basis-52">
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="font-medium wrap-anywhere">{one.domain}</span>
                {one.routed && <Chip tone="warn">{m.email_domain_routed()}</Chip>}
              </span>
              <span dir="auto" className="text-start wrap-anywhere">
                {one.projectName}
              </span>
              <span className="text-xs text-muted wrap-anywhere">
                {[...(one.approvedAt === null ? [] : [m.email_domain_since({ day: formatDay(one.approvedAt) })]), ...one.addresses].join(
                  " · ",
                )}
              </span>
            </span>
            <Button
              size="sm"
              aria-label={
                one.approvedAt === null
                  ? m.email_domain_approve_of({ domain: one.domain, project: one.projectName })
                  : m.email_domain_withdraw_of({ domain: one.domain, project: one.projectName })
              }
              onClick={() => onOpen(one)}
            >
              {one.approvedAt === null ? m.email_domain_approve() : m.email_domain_withdraw()}
            </Button>
          </li>
        ))}
      </ul>
    )}
  </Section>
);
