// Error states: a screen that could not load, or that the viewer may not see.
import { CircleAlert, CloudOff, Lock, SearchX } from "lucide-react";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty.tsx";

/** The server's sentence, or a general one for anything unexpected. */
export const messageOf = (error: unknown): string => (error instanceof CallError ? error.problem.error : m.dashboard_problem_unknown());

/** Shows the error, a retry button, and the request id for support. */
export function ProblemState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const refused = error instanceof CallError ? error : undefined;
  if (refused?.status === 403) return <Forbidden message={refused.problem.error} />;
  const offline = refused?.status === 0;
  return (
    <div role="alert" className="flex flex-1 flex-col">
      <EmptyState
        icon={offline ? CloudOff : refused?.status === 404 ? SearchX : CircleAlert}
        title={
          offline ? m.dashboard_problem_offline() : refused?.status === 404 ? m.dashboard_problem_not_found() : m.dashboard_problem_title()
        }
        body={
          <>
            <p>{messageOf(error)}</p>
            {refused?.requestId && (
              <p className="mt-2 text-xs text-faint">
                {m.dashboard_request_id()} <code className="font-mono select-all">{refused.requestId}</code>
              </p>
            )}
          </>
        }
        action={onRetry && <Button onClick={onRetry}>{m.dashboard_retry()}</Button>}
      />
    </div>
  );
}

/** Shown when the person's role may not see the screen. */
export const Forbidden = ({ message }: { message?: string }) => (
  <EmptyState icon={Lock} title={m.dashboard_forbidden()} body={message ?? m.dashboard_forbidden_body()} />
);
