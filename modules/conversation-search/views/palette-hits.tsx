// Conversations in the command palette, found while somebody types.
import type { PaletteEntry, PropsOf, paletteSource } from "#dashboard/screen.ts";
import { useMe } from "#dashboard/session.tsx";
import { useDebounced } from "#dashboard/ui/use-debounced.ts";
import { m } from "#messages";
import { contactName } from "#modules/contacts/views";
import { threadPath } from "#modules/conversations/contract";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { MessageSquare, Search, StickyNote } from "lucide-react";
import { useEffect } from "react";
import { searchPath } from "../contract.ts";
import { Highlighted } from "./highlighted.tsx";
import { liveQuery } from "./queries.ts";
import { viewOf } from "./result.tsx";

const SHORTEST = 2;
const MOST = 5;

export function PaletteHits({ projectId, query, show }: PropsOf<typeof paletteSource>) {
  const router = useRouter();
  const me = useMe().id;
  const typed = query.trim();
  const settled = useDebounced(typed, 200);
  const q = [...typed].length < SHORTEST ? "" : settled;
  const { data } = useQuery(liveQuery(projectId, q));
  useEffect(() => {
    const hits = (q === "" ? [] : (data ?? [])).slice(0, MOST).flatMap((found): PaletteEntry[] =>
      found.hits.slice(0, 1).map((hit) => ({
        value: `hit ${hit.messageId}`,
        label: contactName(found.contact),
        detail: (
          <Highlighted
            text={hit.quote === "" ? (hit.file?.name ?? "") : hit.quote}
            marks={hit.quote === "" ? (hit.file?.marks ?? []) : hit.marks}
          />
        ),
        icon: hit.kind === "note" ? StickyNote : MessageSquare,
        run: () => void router.navigate({ to: threadPath(projectId, found.id, viewOf(found.status)), hash: `r${hit.revision}` }),
      })),
    );
    const all: PaletteEntry = {
      value: "search conversations",
      label: m.conversation_search_all_for({ q: typed }),
      icon: Search,
      run: () => void router.navigate({ to: searchPath(projectId), search: { q: typed } as never }),
    };
    show(m.conversation_search_palette(), typed === "" ? [] : [...hits, all]);
  }, [data, q, typed, projectId, me, router, show]);
  return null;
}
