// Settings page of API tokens: the list, a dialog for a new one, and how tokens are used.
import { useRouteQuery } from "#dashboard/api.ts";
import { Slot } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { Forbidden, ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { listApiTokens } from "../contract.ts";
import { CreateDialog } from "./create-dialog.tsx";
import { tokenUse } from "./slots.ts";
import { TokenRow } from "./token-row.tsx";

/** Operators see why not, and nothing is asked for them. */
export default function ApiTokensPage() {
  const { id: projectId, mayI } = useProject();
  return (
    <Page title={m.api_tokens_title()} lead={m.api_tokens_lead()}>
      {mayI("admin") ? <Tokens key={projectId} projectId={projectId} /> : <Forbidden message={m.api_tokens_forbidden()} />}
    </Page>
  );
}

function Tokens({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useRouteQuery(listApiTokens, { params: { projectId } });
  const [creating, setCreating] = useState(false);
  if (!data && error) return <ProblemState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Section
        title={m.api_tokens_list()}
        lead={m.api_tokens_list_lead()}
        actions={
          <Button variant="primary" icon={KeyRound} disabled={!data} onClick={() => setCreating(true)}>
            {m.api_tokens_new()}
          </Button>
        }
      >
        {!data ? (
          <Skeleton className="h-12 w-full" />
        ) : data.items.length === 0 ? (
          <p className="text-muted">{m.api_tokens_empty()}</p>
        ) : (
          <ul className="-mt-1 grid">
            {data.items.map((token) => (
              <TokenRow key={token.id} projectId={projectId} token={token} scopes={data.scopes} />
            ))}
          </ul>
        )}
      </Section>
      <Slot of={tokenUse} projectId={projectId} />
      {creating && data && <CreateDialog projectId={projectId} scopes={data.scopes} onClose={() => setCreating(false)} />}
    </>
  );
}
