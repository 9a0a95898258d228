// Who is online, busy or away: what members chose, and who is connected.
import { call, queryClient, reading, useRouteQuery } from "#dashboard/api.ts";
import { useMe } from "#dashboard/session.tsx";
import { store, useStore } from "#dashboard/store.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { sendFrame, useLive } from "#modules/live-inbox/views";
import { useEffect, useMemo, useRef, useState } from "react";
import { type Availability, type Chosen, readAvailability, setAvailability } from "../contract.ts";
import { watchIdle } from "./idle.ts";
import { followPresence, type Present } from "./present.ts";
import { availabilityOf } from "./availability-of.ts";

const args = (projectId: string) => ({ params: { projectId } as never });
const keyOf = (projectId: string) => reading(readAvailability, args(projectId)).queryKey;

/** What I chose; undefined while it is being read. */
export function useOwnAvailability(projectId: string): Availability | undefined {
  const me = useMe().id;
  const { data } = useRouteQuery(readAvailability, args(projectId));
  return data && chosenBy(data, me);
}
const chosenBy = ({ items }: Chosen, id: string): Availability =>
  items.find(({ accountId }) => (accountId as string) === id)?.availability ?? "online";

/** The availability of members by id; undefined of one for whom it is not known. */
export function useAvailability(projectId: string): (accountId: string) => Availability | undefined {
  const me = useMe().id;
  const { data } = useRouteQuery(readAvailability, args(projectId));
  const known = useStore(presence);
  const present = known?.projectId === projectId ? known.present : undefined;
  // Whoever looks at this is here.
  return (accountId) =>
    data && availabilityOf(chosenBy(data, accountId), accountId === me ? "active" : present && (present.get(accountId) ?? "absent"));
}

const presence = store<{ readonly projectId: string; readonly present: Present | undefined } | undefined>(undefined);
/** Follows who is connected to the project, and tells the others whether this browser is in use; mounted once. */
export function usePresence(projectId: string): void {
  const me = useMe().id;
  const windows = useLive(projectId, me, (state) => state.windows);
  const isLive = useLive(projectId, me, (state) => state.status.kind === "live");
  const follow = useMemo(
    () =>
      followPresence({
        set: (present) => presence.set({ projectId, present }),
        wait: (ms, run) => {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
      }),
    [projectId],
  );
  useEffect(() => follow(windows), [follow, windows]);
  useEffect(() => () => follow(undefined), [follow]);
  const [idle, setIdle] = useState(false);
  useEffect(() => watchIdle(setIdle), []);
  const told = useRef(false);
  useEffect(() => {
    // The server takes a new connection as in use.
    if (!isLive) told.current = false;
    else if (told.current !== idle) {
      told.current = idle;
      sendFrame(projectId, me, { type: "idle", idle });
    }
  }, [projectId, me, isLive, idle]);
}

const DID: Record<Availability, () => string> = {
  online: m.availability_did_online,
  busy: m.availability_did_busy,
  away: m.availability_did_away,
};

/** Sets my availability, shown at once; what is refused is taken back with a toast. `was`: what Undo returns to. */
export async function choose(projectId: string, me: string, availability: Availability, was?: Availability): Promise<void> {
  const key = keyOf(projectId);
  const before = queryClient.getQueryData<Chosen>(key);
  await queryClient.cancelQueries({ queryKey: key });
  queryClient.setQueryData<Chosen>(key, (held) => {
    const others = held?.items.filter(({ accountId }) => (accountId as string) !== me) ?? [];
    return { items: availability === "online" ? others : [...others, { accountId: me as never, availability }] };
  });
  try {
    queryClient.setQueryData<Chosen>(key, await call(setAvailability, { ...args(projectId), body: { availability } }));
    if (was !== undefined && was !== availability)
      toast({ title: DID[availability](), tone: "ok", undo: () => void choose(projectId, me, was) });
  } catch (cause) {
    queryClient.setQueryData<Chosen>(key, before);
    toast({ title: m.availability_failed(), body: messageOf(cause), tone: "bad" });
  }
}
