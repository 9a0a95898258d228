// Settings page of website previews: the list, and a dialog for a new one.
import { Link } from "@tanstack/react-router";
import { useRouteQuery } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonLink } from "#dashboard/ui/button.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { Plus } from "lucide-react";
import { useState } from "react";
import { listPreviewGrants } from "../contract.ts";
import { CreateDialog } from "./create-dialog.tsx";
import { GrantRow } from "./grant-row.tsx";

/** Operators see the previews that they may open. */
export default function WebsitePreviewPage() {
  const { id: projectId } = useProject();
  return (
    <Page title={m.website_preview_title()} lead={m.website_preview_lead()}>
      <Grants key={projectId} projectId={projectId} />
    </Page>
  );
}

function Grants({ projectId }: { projectId: string }) {
  const mayChange = useProject().mayI("admin");
  const { data, error, refetch } = useRouteQuery(listPreviewGrants, { params: { projectId } }, { every: 10_000 });
  const [creating, setCreating] = useState(false);
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-40 w-full" />;
  if (data.origin === null)
    return (
      <Section title={m.website_preview_off_title()} lead={m.website_preview_off_body()}>
        <code className="font-mono text-sm">PREVIEW_ORIGIN</code>
      </Section>
    );
  if (data.site === null && mayChange)
    return (
      <Section title={m.website_preview_list()} lead={m.website_preview_no_site()}>
        <div>
          <Link to="/projects/$projectId/settings/website" params={{ projectId }} className={buttonLink}>
            {m.website_preview_no_site_link()}
          </Link>
        </div>
      </Section>
    );
  const { site } = data;
  return (
    <Section
      title={m.website_preview_list()}
      lead={m.website_preview_list_lead()}
      actions={
        mayChange && (
          <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
            {m.website_preview_new()}
          </Button>
        )
      }
    >
      {data.items.length === 0 ? (
        <p className="text-muted">{mayChange ? m.website_preview_empty() : m.website_preview_empty_operator()}</p>
      ) : (
        <ul className="-mt-1 grid grid-cols-1">
          {data.items.map((grant) => (
            <GrantRow key={grant.id} {...{ projectId, grant, mayChange }} />
          ))}
        </ul>
      )}
      {creating && site !== null && <CreateDialog projectId={projectId} site={site} onClose={() => setCreating(false)} />}
    </Section>
  );
}
