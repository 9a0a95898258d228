// Counts of what the source holds, before anything is stored.
import { Counts } from "#dashboard/ui/counts.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { formatTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import type { previewDeskImport } from "../contract.ts";

export function PreviewCounts({ counts }: { counts: AnswerOf<typeof previewDeskImport> }) {
  const facts: readonly (readonly [string, number])[] = [
    [m.desk_import_count_tickets(), counts.tickets],
    [m.desk_import_count_known(), counts.known],
    [m.desk_import_count_people(), counts.people.length],
    [m.desk_import_count_tags(), counts.tags.length],
    ...(counts.companies === null ? [] : [[m.desk_import_companies(), counts.companies] as const]),
    ...(counts.ratings === null ? [] : [[m.desk_import_ratings(), counts.ratings] as const]),
    ...(counts.replies === null ? [] : [[m.desk_import_replies(), counts.replies] as const]),
  ];
  return (
    <div className="grid gap-3 rounded-md bg-subtle p-4">
      <Counts all={facts} columns="sm:grid-cols-4" isPartial={!counts.complete} />
      {counts.tickets === 0 && <p className="text-warn-text">{m.desk_import_count_none()}</p>}
      {!counts.complete && <p className="text-xs text-muted">{m.desk_import_count_more()}</p>}
      {counts.since !== null && <p className="text-muted">{m.desk_import_since({ time: formatTime(counts.since) })}</p>}
    </div>
  );
}
