// Who is online, busy or away: what members chose, and who is connected.
import { call, queryClient, reading, useRouteQuery } from "#dashboard/api.ts";
import { useMe } from "#dashboard/session.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { useLive } from "#modules/inbox/views";
import { type Availability, type Chosen, readAvailability, setAvailability } from "../contract.ts";
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
  const present = useLive(projectId, me, (state) => state.present);
  // Whoever looks at this is here.
  return (accountId) =>
    data && availabilityOf(chosenBy(data, accountId), accountId === me ? "active" : present && (present.get(accountId) ?? "absent"));
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
