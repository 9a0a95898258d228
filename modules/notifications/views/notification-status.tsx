// Shows where notifications are sent, or what prevents them.
import { Link } from "@tanstack/react-router";
import { useProject } from "#dashboard/session.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import type { ReactNode } from "react";
import { variableMeans } from "#modules/email/views";
import type { NotificationOverview } from "../contract.ts";

export function NotificationStatus({
  overview: { address, confirmed, suppressed, configured, missing },
}: {
  overview: NotificationOverview;
}) {
  const { mayI } = useProject();
  const works = configured && confirmed && !suppressed;
  return (
    <Section
      title={m.notifications_status()}
      actions={<Chip tone={works ? "ok" : "warn"}>{works ? m.notifications_on() : m.notifications_off()}</Chip>}
    >
      <p className="wrap-anywhere">{works ? m.notifications_to({ address }) : m.notifications_none({ address })}</p>
      {!works && (
        <ul className="grid list-disc gap-2 ps-5">
          {!configured && <li>{mayI("admin") ? <Missing names={missing} /> : m.notifications_ask()}</li>}
          {!confirmed && (
            <li>
              {m.notifications_unconfirmed()}{" "}
              <Link to="/account/profile" className="text-accent-text underline">
                {m.notifications_profile()}
              </Link>
            </li>
          )}
          {suppressed && <li>{mayI("admin") ? m.notifications_suppressed_admin() : m.notifications_suppressed()}</li>}
        </ul>
      )}
    </Section>
  );
}

const Missing = ({ names }: { names: readonly string[] }): ReactNode => (
  <>
    {m.notifications_missing()}
    <ul className="mt-1 grid gap-1">
      {names.map((name) => (
        <li key={name}>
          <code className="font-mono text-xs wrap-anywhere">{name}</code>
          {variableMeans(name) && <span className="text-muted">: {variableMeans(name)}</span>}
        </li>
      ))}
    </ul>
  </>
);
