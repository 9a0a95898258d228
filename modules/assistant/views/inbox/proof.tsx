// Below a message of the assistant: its sources, whether it is translated, and the way to its trace.
import type { PropsOf } from "#dashboard/screen.ts";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import type { assistantProof } from "#modules/inbox/views";
import { Link } from "@tanstack/react-router";
import { BookOpen, Languages } from "lucide-react";
import { roundPath } from "../../contract.ts";

export function AssistantProof({ projectId, message: { authorId, origin } }: PropsOf<typeof assistantProof>) {
  const answer = origin?.answer;
  // The assistant's messages are from their round; those of imports and programs are not.
  const roundId = authorId?.startsWith("rnd_") ? authorId : undefined;
  if (!answer && roundId === undefined) return null;
  return (
    <div className="flex max-w-full flex-wrap items-center justify-end gap-x-3 gap-y-1 text-xs text-muted">
      {answer && answer.sources.length > 0 && (
        <ul aria-label={m.assistant_proof_sources()} className="contents">
          {answer.sources.map(({ title, url }) => (
            <li key={`${title} ${url}`} className="flex min-w-0 items-center gap-1">
              <BookOpen className="size-3 shrink-0" aria-hidden />
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {url === null ? (
                  plain(title)
                ) : (
                  <a href={url} target="_blank" rel="noreferrer" className="underline decoration-line-strong underline-offset-2">
                    {plain(title)}
                  </a>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {answer?.translated && (
        <span className="flex items-center gap-1">
          <Languages className="size-3 shrink-0" aria-hidden />
          {m.assistant_proof_translated()}
        </span>
      )}
      {roundId !== undefined && (
        <Link to={roundPath(projectId, roundId)} className="font-medium underline decoration-line-strong underline-offset-2">
          {answer ? m.assistant_why() : m.assistant_trace()}
        </Link>
      )}
    </div>
  );
}
