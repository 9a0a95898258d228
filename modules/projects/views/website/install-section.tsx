// Section with the install snippet, and whether the widget was seen on the website.
import { CircleCheck, CircleDashed } from "lucide-react";
import { CopyButton } from "#dashboard/ui/copy.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import type { WidgetSettings } from "../../contract.ts";
import { Code } from "./code.tsx";

/** Shows three steps until the widget was seen, then only when it was last seen. */
export function InstallSection({ settings }: { settings: WidgetSettings }) {
  const { snippet, seenAt, websiteOrigin } = settings;
  return (
    <Section
      title={m.projects_install_title()}
      lead={m.projects_install_lead()}
      actions={<CopyButton text={snippet} label={m.projects_install_copy()} variant={seenAt ? "secondary" : "primary"} />}
    >
      <Code text={snippet} label={m.projects_install_title()} />
      <p className="text-xs text-muted">{m.projects_install_language()}</p>
      <div
        role="status"
        className={`flex items-start gap-2.5 rounded-md px-3.5 py-3 ${seenAt ? "bg-ok-soft text-ok-text" : "bg-subtle text-muted"}`}
      >
        {seenAt ? (
          <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
        ) : (
          <CircleDashed className="mt-0.5 size-4 shrink-0 animate-[spin_4s_linear_infinite]" aria-hidden />
        )}
        {seenAt ? (
          <p className="min-w-0 wrap-anywhere">
            {m.projects_seen({ origin: websiteOrigin ?? "" })} <RelativeTime at={seenAt} />
          </p>
        ) : websiteOrigin === null ? (
          <p>{m.projects_seen_no_origin()}</p>
        ) : (
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere text-text">{m.projects_never_seen({ origin: websiteOrigin })}</p>
            <ol className="mt-1 list-decimal ps-5">
              <li>{m.projects_never_seen_paste()}</li>
              <li>{m.projects_never_seen_publish()}</li>
              <li>{m.projects_never_seen_csp()}</li>
            </ol>
          </div>
        )}
      </div>
    </Section>
  );
}
