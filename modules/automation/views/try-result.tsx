// What a dry run found: how many conversations meet the rule, and some of them.
import { RelativeTime } from "#dashboard/ui/time.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { threadPath } from "#modules/conversations/contract";
import { Link } from "@tanstack/react-router";
import type { tryAutomationRule } from "../contract.ts";

type Result = AnswerOf<typeof tryAutomationRule>;

export function TryResult({ projectId, result: { lookedAt, met, items } }: { readonly projectId: string; readonly result: Result }) {
  return (
    <div role="status" className="grid grid-cols-1 gap-2 text-sm">
      <p className="font-medium">{met === 0 ? m.automation_try_none({ lookedAt }) : m.automation_try_met({ count: met, lookedAt })}</p>
      {items.length > 0 && (
        <ul
          aria-label={m.automation_try_list()}
          tabIndex={0}
          className="grid max-h-56 grid-cols-1 overflow-y-auto rounded-md border border-line bg-surface"
        >
          {items.map((item) => (
            <li
              key={item.conversationId}
              className="flex min-w-0 flex-wrap items-baseline gap-x-3 border-b border-line px-3 py-2 last:border-b-0"
            >
              <Link
                to={threadPath(projectId, item.conversationId)}
                target="_blank"
                dir="auto"
                className="max-w-full truncate font-medium text-accent-text underline underline-offset-2"
              >
                {item.contactName ?? m.automation_visitor()}
              </Link>
              <span dir="auto" className="min-w-0 flex-1 truncate text-muted">
                {item.preview}
              </span>
              <span className="text-xs text-muted">
                {item.steps.some(({ outcome }) => outcome === "changes") ? m.automation_try_changes() : m.automation_try_same()}
              </span>
              <span className="text-xs text-muted">
                <RelativeTime at={item.lastActivityAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
