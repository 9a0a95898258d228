// Shows whether semantic search is available, or only lexical search.
import { useRouteQuery } from "#dashboard/api.ts";
import { m } from "#messages";
import { Info, TriangleAlert } from "lucide-react";
import { readSearchState } from "#modules/semantic-search/contract";

export function SearchStateLine({ projectId }: { projectId: string }) {
  const { data } = useRouteQuery(readSearchState, { params: { projectId } }, { staleTime: 60_000 });
  if (!data) return null;
  const { semantic, missing, begun, waiting, lastError } = data;
  const down = semantic === "down" || (semantic === "off" && begun);
  const words =
    semantic === "on"
      ? m.knowledge_semantic_on()
      : semantic === "down"
        ? m.knowledge_semantic_down({ why: lastError ?? "" })
        : begun
          ? m.knowledge_semantic_begun({ variables: missing.join(", ") })
          : m.knowledge_semantic_off();
  const Glyph = down ? TriangleAlert : Info;
  return (
    <p className={`mb-4 flex gap-2 text-sm ${down ? "text-warn-text" : "text-muted"}`}>
      <Glyph className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        {words} {semantic !== "off" && waiting > 0 && m.knowledge_semantic_waiting({ count: waiting })}
      </span>
    </p>
  );
}
