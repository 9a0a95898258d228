// Begins a reply that tells the customer what became of an issue.
import { useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { readCopilot } from "#modules/copilot/contract";
import { threadPath } from "#modules/conversations/contract";
import { useNavigate } from "@tanstack/react-router";
import { MessageSquareText, Sparkles, Users } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { type LinkedIssue, writeCustomerDraft } from "../../contract.ts";
import { placeName } from "../issue-words.ts";
import { keepForCustomer } from "./customer-draft-store.ts";
import { useTellCustomer, useTellTexts } from "./use-tell-customer.ts";

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
  const { data: copilot } = useRouteQuery(readCopilot, { params: { projectId } });
  const toTold = useTellTexts(projectId);
  const navigate = useNavigate();
  const toast = useToast();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  const write = useRouteMutation(writeCustomerDraft, {
    suppressToast: true,
    done({ text }) {
      if (isHere.current) void toTold(conversationId, text);
      // Whoever has gone on to something else meanwhile is not taken away from it.
      else if (!keepForCustomer(conversationId, text))
        toast({
          ...{ title: m.code_hosting_tell_ai_ready(), body: m.code_hosting_tell_ai_kept() },
          action: { label: m.code_hosting_tell_ai_open(), run: () => void navigate({ to: threadPath(projectId, conversationId) }) },
        });
    },
  });
  return (
    <div className="mt-1 flex flex-wrap gap-1">
      <Button size="sm" icon={MessageSquareText} onClick={() => void tell(conversationId, outcome)}>
        {m.code_hosting_tell()}
      </Button>
      {copilot?.obstacle === null && (
        <Button
          size="sm"
          variant="ghost"
          icon={Sparkles}
          title={m.code_hosting_tell_ai_hint()}
          aria-label={m.code_hosting_tell_ai_of({ issue: placeName(issue) })}
          busy={write.isPending}
          onClick={() => write.mutate({ params: { projectId, conversationId, issueId: issue.id }, body: {} })}
        >
          {m.code_hosting_tell_ai()}
        </Button>
      )}
      {issue.isShared && (
        <Button size="sm" variant="ghost" icon={Users} aria-haspopup="dialog" onClick={() => setListing(true)}>
          {m.code_hosting_tell_others()}
        </Button>
      )}
      {write.error && (
        <p role="alert" className="basis-full text-xs text-bad-text">
          {messageOf(write.error)}
        </p>
      )}
      {listing && (
        <Suspense>
          <UntoldDialog projectId={projectId} issueId={issue.id} onClose={() => setListing(false)} />
        </Suspense>
      )}
    </div>
  );
}
