// What is shown while nothing is searched: saved and recent searches, and how to search.
import { call, queryClient } from "#dashboard/api.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { EmptyState } from "#dashboard/ui/empty.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { useQuery } from "@tanstack/react-query";
import { Bookmark, Clock, Search, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { deleteSavedSearch, type SavedSearch } from "../contract.ts";
import { savedQuery } from "./queries.ts";
import { forgetSearches, recentSearches } from "./recent.ts";
import { keepSearch } from "./save-dialog.tsx";

interface StartsProps {
  readonly projectId: string;
  readonly me: string;
  onChoose(q: string): void;
}
export function Starts({ projectId, me, onChoose }: StartsProps) {
  const saved = useQuery(savedQuery(projectId)).data ?? [];
  const [recent, setRecent] = useState(() => recentSearches(me, projectId));
  return (
    <div className="grid grid-cols-1 gap-5">
      {saved.length > 0 && (
        <Group title={m.conversation_search_saved_title()}>
          {saved.map((search) => (
            <li key={search.id} className="flex min-w-0 items-center">
              <Choice icon={<Bookmark className="size-4 shrink-0 text-muted" aria-hidden />} onClick={() => onChoose(search.q)}>
                <span dir="auto" className="min-w-0 truncate">
                  {search.name}
                </span>
                {search.name !== search.q && (
                  <span dir="auto" className="min-w-0 truncate text-xs text-muted">
                    {search.q}
                  </span>
                )}
              </Choice>
              <IconButton
                label={m.conversation_search_delete({ name: search.name })}
                icon={Trash2}
                onClick={() => void forget(projectId, search)}
              />
            </li>
          ))}
        </Group>
      )}
      {recent.length > 0 && (
        <Group
          title={m.conversation_search_recent_title()}
          action={
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                forgetSearches(me, projectId);
                setRecent([]);
              }}
            >
              {m.conversation_search_forget_recent()}
            </Button>
          }
        >
          {recent.map((q) => (
            <li key={q} className="flex min-w-0">
              <Choice icon={<Clock className="size-4 shrink-0 text-muted" aria-hidden />} onClick={() => onChoose(q)}>
                <span dir="auto" className="min-w-0 truncate">
                  {q}
                </span>
              </Choice>
            </li>
          ))}
        </Group>
      )}
      {saved.length + recent.length === 0 && (
        <EmptyState icon={Search} title={m.conversation_search_start()} body={m.conversation_search_start_body()} />
      )}
    </div>
  );
}

const Group = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => (
  <section>
    <div className="mb-1 flex min-h-7 items-center gap-2">
      <h2 className="flex-1 text-xs font-medium text-muted">{title}</h2>
      {action}
    </div>
    <ul>{children}</ul>
  </section>
);
const Choice = ({ icon, onClick, children }: { icon: ReactNode; onClick(): void; children: ReactNode }) => (
  <button
    type="button"
    onClick={onClick}
    className="flex min-h-9 min-w-0 flex-1 items-center gap-2.5 rounded-sm px-2 text-start hover:bg-hover pointer-coarse:min-h-11"
  >
    {icon}
    {children}
  </button>
);

/** Deletes a saved search: it is gone at once, and can be brought back. */
async function forget(projectId: string, search: SavedSearch): Promise<void> {
  const { queryKey } = savedQuery(projectId);
  const before = queryClient.getQueryData(queryKey);
  queryClient.setQueryData(queryKey, (held) => held && held.filter(({ id }) => id !== search.id));
  try {
    await call(deleteSavedSearch, { params: { projectId, searchId: search.id } as never });
    toast({ title: m.conversation_search_deleted(), tone: "ok", undo: () => void keepSearch(projectId, search.name, search.q) });
  } catch (cause) {
    queryClient.setQueryData(queryKey, before);
    toast({ title: m.conversation_search_delete_failed(), body: messageOf(cause), tone: "bad" });
  }
}
