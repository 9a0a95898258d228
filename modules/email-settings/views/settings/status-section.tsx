// Settings section that shows whether mail can be sent and received, and whether bounces are reported.
import { Chip, type Tone } from "#dashboard/ui/chip.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import type { ReactNode } from "react";
import { providerName, variableMeans } from "#modules/email/views";
import type { EmailOverview } from "../../contract.ts";
import { CopyLine } from "./copy-line.tsx";
import { HowTo } from "./how-to.tsx";

/** Read-only, because these are variables of the installation, not settings of the project. */
export function StatusSection({ overview: { sending, receiving } }: { overview: EmailOverview }) {
  const sends = sending.missing.length === 0;
  const receives = receiving.missing.length === 0;
  // Cloudflare reports no events, even if the variable is set.
  const silent = sending.provider === "cloudflare";
  const reported = sending.events && !silent;
  return (
    <Section title={m.email_status()}>
      <Part title={m.email_sending()} tone={sends ? "ok" : "warn"} state={sends ? m.email_ready() : m.email_not_ready()}>
        {sends ? (
          <p className="wrap-anywhere">
            {m.email_sending_ready({ provider: providerName(sending.provider ?? ""), from: sending.from ?? "" })}
          </p>
        ) : (
          <>
            <p>{m.email_sending_missing()}</p>
            <Missing names={sending.missing} />
          </>
        )}
      </Part>
      <Part title={m.email_receiving()} tone={receives ? "ok" : "neutral"} state={receives ? m.email_ready() : m.email_receiving_part()}>
        <p>{receives ? m.email_receiving_ready() : m.email_receiving_missing()}</p>
        {!receives && <Missing names={receiving.missing} />}
      </Part>
      <Part
        title={m.email_bounces()}
        tone={reported ? "ok" : "neutral"}
        state={reported ? m.email_bounces_on() : silent ? m.email_bounces_at_once() : m.email_bounces_off()}
      >
        <p>{reported ? m.email_bounces_ready() : silent ? m.email_bounces_silent() : m.email_bounces_missing()}</p>
        {!silent && <CopyLine label={m.email_door_url()} text={receiving.events} />}
      </Part>
    </Section>
  );
}

const Part = ({ title, tone, state, children }: { title: string; tone: Tone; state: string; children: ReactNode }) => (
  <div className="grid gap-2 border-t border-line pt-4">
    <h3 className="flex flex-wrap items-center gap-2 font-medium">
      {title}
      <Chip tone={tone}>{state}</Chip>
    </h3>
    {children}
  </div>
);

// Variables that are not secret; all others are set as secrets.
const PUBLIC = ["EMAIL_PROVIDER", "EMAIL_ACCOUNT_ID"];

/** Lists the missing variables, with what to put into each and how to set it. */
function Missing({ names }: { names: readonly string[] }) {
  const secret = names.find((name) => !PUBLIC.includes(name));
  return (
    <>
      <ul className="grid list-disc gap-1 ps-5">
        {names.map((name) => (
          <li key={name}>
            <code className="font-mono text-xs wrap-anywhere">{name}</code>
            {variableMeans(name) && <span className="text-muted">: {variableMeans(name)}</span>}
          </li>
        ))}
      </ul>
      <HowTo title={m.email_howto_variables()}>
        <p>{m.email_howto_variables_cloudflare()}</p>
        {secret && (
          <>
            <p>{m.email_howto_variables_secret()}</p>
            <code className="rounded-sm bg-subtle px-2.5 py-1.5 font-mono text-xs wrap-anywhere">
              wrangler secret put {secret} --name …
            </code>
          </>
        )}
        <p>{m.email_howto_variables_server()}</p>
        <p className="text-muted">{m.email_howto_variables_again()}</p>
      </HowTo>
    </>
  );
}
