// Settings section with the DNS records of the sender's domain: what the provider requires, and whether a resolver finds it.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip, type Tone } from "#dashboard/ui/chip.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { providerName } from "#modules/email/views";
import { checkDns, type DnsRecord, type DnsVerdict, domainOf, isOwnToAccount, recordsOf, type EmailOverview } from "../../contract.ts";
import { CopyLine } from "./copy-line.tsx";

const MEANS: Readonly<Record<DnsRecord["key"], () => string>> = {
  bounces: m.email_dns_bounces,
  spf: m.email_dns_spf,
  dkim: m.email_dns_dkim,
  dkim2: m.email_dns_dkim2,
  dmarc: m.email_dns_dmarc,
};
const STATUS: Readonly<Record<DnsVerdict["status"], { readonly tone: Tone; readonly label: () => string }>> = {
  found: { tone: "ok", label: m.email_dns_found },
  missing: { tone: "warn", label: m.email_dns_missing },
  wrong: { tone: "bad", label: m.email_dns_wrong },
  unknown: { tone: "neutral", label: m.email_dns_unknown },
};
/** Says where each provider shows the account-specific parts. */
const WHERE = { resend: m.email_dns_where_resend, sendgrid: m.email_dns_where_sendgrid, cloudflare: m.email_dns_where_cloudflare };

export function DnsSection({ projectId, overview: { settings, sending } }: { projectId: string; overview: EmailOverview }) {
  const check = useRouteMutation(checkDns, { suppressToast: true });
  const { provider } = sending;
  const domain = domainOf(settings.sender ?? sending.from ?? "");
  if (provider === null || domain === null)
    return (
      <Section title={m.email_dns()} lead={m.email_dns_lead()}>
        <p className="text-muted">{m.email_dns_first()}</p>
      </Section>
    );
  // The result of an earlier check may be about another domain.
  const answer = check.data?.domain === domain ? check.data : undefined;
  const problem = issueOf(check.error, "") ?? refusalOf(check.error);
  return (
    <Section title={m.email_dns()} lead={m.email_dns_lead()}>
      <p>{m.email_dns_for({ domain, provider: providerName(provider) })}</p>
      <p className="text-muted">{WHERE[provider]()}</p>
      {recordsOf(provider, domain).map((record) => (
        <RecordPart key={record.key} record={record} verdict={answer?.records.find(({ key }) => key === record.key)} />
      ))}
      <div className="grid gap-2 border-t border-line pt-4">
        {sending.checksDns ? (
          <Button className="w-fit" busy={check.isPending} onClick={() => check.mutate({ params: { projectId }, body: {} })}>
            {m.email_dns_check()}
          </Button>
        ) : (
          <p className="text-muted">
            {m.email_dns_no_resolver()} <code className="font-mono text-xs">DNS_RESOLVER_URL</code>
          </p>
        )}
        <p role="status" className="text-muted empty:hidden">
          {answer &&
            m.email_dns_checked({ count: answer.records.filter(({ status }) => status === "found").length, of: answer.records.length })}
        </p>
        {problem && (
          <p role="alert" className="text-bad-text">
            {problem}
          </p>
        )}
      </div>
    </Section>
  );
}

function RecordPart({ record, verdict }: { record: DnsRecord; verdict: DnsVerdict | undefined }) {
  const own = [record.name, ...record.values].some(isOwnToAccount);
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <h3 className="flex flex-wrap items-center gap-2 font-medium">
        {MEANS[record.key]()}
        {verdict && <Chip tone={STATUS[verdict.status].tone}>{STATUS[verdict.status].label()}</Chip>}
      </h3>
      <Line label={m.email_dns_name({ type: record.type })} text={record.name} />
      {record.values.map((value) => (
        <Line key={value} label={m.email_dns_value()} text={value} />
      ))}
      {own && <p className="text-xs text-muted">{m.email_dns_own()}</p>}
      {record.key === "dmarc" && <p className="text-xs text-muted">{m.email_dns_dmarc_more()}</p>}
      {verdict?.says && <p className="wrap-anywhere">{verdict.says}</p>}
      {verdict && verdict.found.length > 0 && (
        <div className="grid gap-1 text-xs">
          <p className="text-muted">{m.email_dns_stands()}</p>
          {verdict.found.map((text) => (
            <code key={text} dir="ltr" className="rounded-sm bg-subtle px-2.5 py-1.5 font-mono wrap-anywhere">
              {text}
            </code>
          ))}
        </div>
      )}
    </div>
  );
}

/** A value to copy, or only a pattern to compare with when it has an account-specific part. */
const Line = ({ label, text }: { label: string; text: string }) => (
  <div className="grid gap-1 sm:grid-cols-[96px_minmax(0,1fr)] sm:items-center">
    <span className="text-xs text-muted">{label}</span>
    {isOwnToAccount(text) ? (
      <code dir="ltr" className="min-w-0 rounded-sm bg-subtle px-2.5 py-1.5 font-mono text-xs wrap-anywhere text-muted">
        {text}
      </code>
    ) : (
      <CopyLine label={label} text={text} />
    )}
  </div>
);
