// The filter of the list: `name:value` of a row's field. Not persisted, so that a forgotten filter never hides conversations.
import { store, useStore } from "#dashboard/store.ts";

const filters = store<ReadonlyMap<string, string>>(new Map());

/** The project's filter, and its setter. */
export function useFilter(projectId: string): [string | undefined, (filter: string | undefined) => void] {
  const filter = useStore(filters).get(projectId);
  return [
    filter,
    (next) =>
      filters.set((all) => {
        const changed = new Map(all);
        if (next === undefined) changed.delete(projectId);
        else changed.set(projectId, next);
        return changed;
      }),
  ];
}
