// Push notifications in this browser: on or off, and whether they name the customer.
import { call } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Checkbox, Switch } from "#dashboard/ui/field.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type PushState, readPush, subscribePush, unsubscribePush } from "../contract.ts";
import { canPush, isForbidden, partsOf, subscribe, subscriptionOf } from "./bell/push-client.ts";

export function PushChoice({ projectId }: { projectId: string }) {
  const { mayI } = useProject();
  const client = useQueryClient();
  const params = { projectId };
  const key = [readPush.name, projectId];
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => {
      const endpoint = (await subscriptionOf())?.endpoint;
      return await call(readPush, { params, query: endpoint === undefined ? {} : { endpoint } });
    },
  });
  const why = whyNot(data, mayI("admin"));
  /** Shown at once, and taken back if it fails. */
  async function change(next: { subscribed: boolean; names: boolean }): Promise<void> {
    if (!data?.publicKey) return;
    setBusy(true);
    client.setQueryData<PushState>(key, { ...data, ...next });
    try {
      const held = next.subscribed ? await subscribe(data.publicKey) : await subscriptionOf();
      if (!held) {
        client.setQueryData<PushState>(key, data);
        if (next.subscribed) toast({ tone: "bad", title: m.notifications_push_denied() });
        return;
      }
      const { endpoint } = held;
      const state = next.subscribed
        ? await call(subscribePush, { params, body: { ...partsOf(held), names: next.names } })
        : await call(unsubscribePush, { params, body: { endpoint } });
      client.setQueryData<PushState>(key, state);
    } catch (cause) {
      client.setQueryData<PushState>(key, data);
      toast({ tone: "bad", title: m.notifications_push_failed(), body: messageOf(cause) });
    } finally {
      setBusy(false);
    }
  }
  const on = data?.subscribed ?? false;
  return (
    <>
      <Switch
        label={m.notifications_push()}
        hint={why ?? m.notifications_push_hint()}
        checked={on}
        disabled={busy || !data || why !== undefined}
        onChange={(subscribed) => void change({ subscribed, names: data?.names ?? false })}
      />
      {data?.publicKey === null && data.missing.length > 0 && (
        <ul className="grid gap-1">
          {data.missing.map((name) => (
            <li key={name}>
              <code className="font-mono text-xs wrap-anywhere">{name}</code>
            </li>
          ))}
        </ul>
      )}
      {on && (
        <Checkbox
          label={m.notifications_push_names()}
          hint={m.notifications_push_names_hint()}
          checked={data?.names ?? false}
          disabled={busy}
          onChange={(names) => void change({ subscribed: true, names })}
        />
      )}
    </>
  );
}

function whyNot(state: PushState | undefined, admin: boolean): string | undefined {
  if (state?.publicKey === null) return admin ? m.notifications_push_missing() : m.notifications_push_ask();
  if (!canPush()) return m.notifications_push_unsupported();
  return isForbidden() ? m.notifications_push_denied() : undefined;
}
