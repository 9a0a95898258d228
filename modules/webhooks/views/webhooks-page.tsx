// Settings page of webhooks.
import { useRouteQuery } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { Forbidden, ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { Plus } from "lucide-react";
import { useState } from "react";
import { listWebhooks } from "../contract.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookRow } from "./webhook-row.tsx";

/** Operators see why not, and nothing is asked for them. */
export default function WebhooksPage() {
  const { id: projectId, mayI } = useProject();
  return (
    <Page title={m.webhooks_title()} lead={m.webhooks_lead()}>
      {mayI("admin") ? <Webhooks key={projectId} projectId={projectId} /> : <Forbidden message={m.webhooks_forbidden()} />}
    </Page>
  );
}

function Webhooks({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useRouteQuery(listWebhooks, { params: { projectId } as never }, { staleTime: 0 });
  const [creating, setCreating] = useState(false);
  if (!data && error) return <ProblemState error={error} onRetry={() => void refetch()} />;
  const missing = data?.missing ?? [];
  return (
    <>
      <Section
        title={m.webhooks_list()}
        lead={m.webhooks_list_lead()}
        actions={
          <Button variant="primary" icon={Plus} disabled={!data || missing.length > 0} onClick={() => setCreating(true)}>
            {m.webhooks_new()}
          </Button>
        }
      >
        {missing.length > 0 && (
          <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">{m.webhooks_missing({ variables: missing.join(", ") })}</p>
        )}
        {!data ? (
          <Skeleton className="h-16 w-full" />
        ) : data.items.length === 0 ? (
          <p className="text-muted">{m.webhooks_empty()}</p>
        ) : (
          <ul className="-mt-1 grid">
            {data.items.map((webhook) => (
              <WebhookRow key={webhook.id} projectId={projectId} webhook={webhook} />
            ))}
          </ul>
        )}
      </Section>
      {creating && <WebhookDialog projectId={projectId} onClose={() => setCreating(false)} />}
    </>
  );
}
