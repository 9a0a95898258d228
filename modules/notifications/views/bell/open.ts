// Whether the bell's list is open, which two buttons and a shortcut do; and the count that they show.
import { reading } from "#dashboard/api.ts";
import { store, useStore } from "#dashboard/store.ts";
import { whenIdle } from "#dashboard/when-idle.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type BellState, readBell } from "../../contract.ts";

export const bellOpen = store(false);

// The first paint does not wait for what is no part of it.
const due = store(false);

/** Query options of the bell's state. */
export const bellQuery = (projectId: string) => reading(readBell, { params: { projectId } });
/** The state of the bell; undefined until the page is idle. */
export function useBell(projectId: string): BellState | undefined {
  useEffect(() => whenIdle(() => due.set(true)), []);
  return useQuery({ ...bellQuery(projectId), enabled: useStore(due), staleTime: 10_000 }).data;
}
