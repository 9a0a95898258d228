// Begins a reply that tells the customer what became of an issue.
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { MessageSquareText, Users } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { LinkedIssue } from "../../contract.ts";
import { useTellCustomer } from "./use-tell-customer.ts";

const UntoldDialog = lazy(() => import("./untold-dialog.tsx"));
interface TellProps {
  readonly projectId: string;
  readonly conversationId: string;
  readonly issue: LinkedIssue;
}
export function TellCustomer({ projectId, conversationId, issue }: TellProps) {
  const tell = useTellCustomer(projectId);
  const [listing, setListing] = useState(false);
  const outcome = { ...issue, release: issue.release?.tag ?? null };
  return (
    <div className="mt-1 flex flex-wrap gap-1">
      <Button size="sm" icon={MessageSquareText} onClick={() => void tell(conversationId, outcome)}>
        {m.code_hosting_tell()}
      </Button>
      {issue.isShared && (
        <Button size="sm" variant="ghost" icon={Users} aria-haspopup="dialog" onClick={() => setListing(true)}>
          {m.code_hosting_tell_others()}
        </Button>
      )}
      {listing && (
        <Suspense>
          <UntoldDialog projectId={projectId} issueId={issue.id} onClose={() => setListing(false)} />
        </Suspense>
      )}
    </div>
  );
}
