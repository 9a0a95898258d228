// The email page of the settings, with three tabs: settings, sent mail, received mail. Each has its own URL.
import { Link, useParams } from "@tanstack/react-router";
import { clsx } from "clsx";
import { useProject } from "#dashboard/session.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { Forbidden } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { Deliveries } from "../log/deliveries.tsx";
import { Received } from "../log/received.tsx";
import { EmailSettings } from "./email-settings.tsx";

const PAGES = [
  { name: "", label: m.email_tab_settings },
  { name: "deliveries", label: m.email_tab_deliveries },
  { name: "received", label: m.email_tab_received },
] as const;

/** For owners and admins; operators see why they cannot use it. An unknown tab shows the first one. */
export default function EmailPage() {
  const { id: projectId, mayI } = useProject();
  const { page = "" } = useParams({ strict: false }) as { page?: string };
  const allowed = mayI("admin");
  const logs = page === "deliveries" || page === "received";
  return (
    <Page title={m.email_title()} lead={m.email_lead()} width={logs && allowed ? "wide" : "form"}>
      {!allowed ? (
        <Forbidden message={m.email_forbidden()} />
      ) : (
        <>
          <nav aria-label={m.email_pages()} className="mb-5 flex flex-wrap gap-1">
            {PAGES.map(({ name, label }) => {
              const here = name === page || (name === "" && !logs);
              return (
                <Link
                  key={name}
                  to={`/projects/${projectId}/settings/email${name && `/${name}`}`}
                  aria-current={here ? "page" : undefined}
                  className={clsx(
                    "flex h-8 items-center rounded-sm px-3 pointer-coarse:min-h-11",
                    here ? "bg-active font-medium" : "text-muted hover:text-text",
                  )}
                >
                  {label()}
                </Link>
              );
            })}
          </nav>
          {page === "deliveries" ? (
            <Deliveries projectId={projectId} />
          ) : page === "received" ? (
            <Received projectId={projectId} />
          ) : (
            <EmailSettings projectId={projectId} />
          )}
        </>
      )}
    </Page>
  );
}
