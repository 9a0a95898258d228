// What research found of the lead, beside the draft: each statement can be put where the cursor is.
import { reading } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { currentStatements, readLeadResearch } from "#modules/lead-research/contract";
import { useQuery } from "@tanstack/react-query";

interface Props {
  readonly projectId: string;
  readonly leadId: string;
  onInsert(words: string): void;
}
/** The page reads the research for its own panel, so this asks for nothing new. Nothing is shown where nothing was found. */
export function Findings({ projectId, leadId, onInsert }: Props) {
  const { data } = useQuery(reading(readLeadResearch, { params: { projectId, leadId } as never }));
  const statements = data ? currentStatements(data.statements, data.runs) : [];
  if (statements.length === 0) return null;
  return (
    <details className="rounded-md border border-line p-3">
      <summary className="cursor-pointer font-medium">{m.outreach_findings({ count: statements.length })}</summary>
      <ul className="mt-2 grid gap-2">
        {statements.map(({ id, text, quote }) => (
          <li key={id} className="flex items-start gap-2">
            <span className="grid min-w-0 flex-1 gap-0.5 wrap-anywhere">
              <bdi>{plain(text)}</bdi>
              {quote !== null && (
                <q dir="auto" className="text-xs text-muted">
                  {plain(quote)}
                </q>
              )}
            </span>
            <Button size="sm" aria-label={m.outreach_insert_of({ text: plain(text) })} onClick={() => onInsert(text)}>
              {m.outreach_insert()}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
