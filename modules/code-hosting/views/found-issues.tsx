// What a search of issues found, to choose one from.
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import type { RemoteIssue } from "../contract.ts";
import { placeName, StateIcon } from "./issue-words.ts";

interface FoundIssuesProps<I extends RemoteIssue> {
  /** The answer of the search, or its error. */
  readonly data: { readonly items: readonly I[] } | undefined;
  readonly error: unknown;
  /** What is said of an issue, behind its place. */
  says(issue: I): string;
  isDisabled?(issue: I): boolean;
  onChoose(issue: I): void;
}

export function FoundIssues<I extends RemoteIssue>({ data, error, says, isDisabled, onChoose }: FoundIssuesProps<I>) {
  if (error)
    return (
      <p role="alert" className="mt-3 text-bad-text">
        {messageOf(error)}
      </p>
    );
  if (!data) return <Skeleton className="mt-3 h-24 w-full" />;
  return (
    <div className="mt-3" aria-live="polite">
      {data.items.length === 0 ? (
        <p className="text-muted">{m.code_hosting_nothing_found()}</p>
      ) : (
        <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
          {data.items.map((issue) => (
            <li key={issue.url}>
              <button
                type="button"
                disabled={isDisabled?.(issue) ?? false}
                onClick={() => onChoose(issue)}
                className="flex w-full min-w-0 items-start gap-2 rounded-md px-2 py-1.5 text-start hover:bg-subtle disabled:opacity-60 pointer-coarse:min-h-11"
              >
                <StateIcon issue={issue} />
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block wrap-anywhere">
                    {issue.title}
                  </span>
                  <span className="block text-xs text-muted wrap-anywhere">
                    {placeName(issue)} · {says(issue)}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
