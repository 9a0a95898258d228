// Following in the inbox: the list in the details, the actions of the palette, and a member's own setting.
import { call, queryClient, reading, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { memberMark, type PropsOf, Slot } from "#dashboard/screen.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { useCommand, useDeclaredShortcut } from "#dashboard/shortcuts.ts";
import { Avatar } from "#dashboard/ui/avatar.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Switch } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { m } from "#messages";
import type { conversationControl, conversationPanel } from "#modules/inbox/views";
import type { notificationSection } from "#modules/notifications/views";
import { Bell, BellOff } from "lucide-react";
import { changeFollowSettings, followConversation, readFollowers, readFollowSettings } from "../contract.ts";
import { Suspense } from "react";
import { followShortcut } from "./shortcut.ts";

type Followers = AnswerOf<typeof readFollowers>;

/** Follows or stops, shown at once wherever the followers are listed. */
function useFollow(projectId: string, conversationId: string): (follow: boolean) => void {
  const me = useMe().id;
  const params = { projectId, conversationId } as never;
  const held = (): [readonly unknown[], Followers | undefined][] =>
    queryClient
      .getQueriesData<Followers>({ queryKey: [readFollowers.name] })
      .filter(([key]) => (key[1] as { params: { conversationId: string } }).params.conversationId === conversationId) as never;
  async function set(follow: boolean, undoes = false): Promise<void> {
    const was = held();
    for (const [key, data] of was)
      if (data)
        queryClient.setQueryData<Followers>(key, {
          accountIds: [...data.accountIds.filter((id) => (id as string) !== me), ...(follow ? [me as never] : [])],
        });
    try {
      const now = await call(followConversation, { params, body: { follow } });
      for (const [key] of held()) queryClient.setQueryData<Followers>(key, now);
      if (!undoes)
        toast({ title: follow ? m.followers_did_follow() : m.followers_did_stop(), tone: "ok", undo: () => void set(!follow, true) });
    } catch (cause) {
      for (const [key, data] of was) queryClient.setQueryData<Followers>(key, data);
      toast({ title: m.followers_failed(), body: messageOf(cause), tone: "bad" });
    }
  }
  return (follow) => void set(follow);
}

export function FollowersPanel({ projectId, row }: PropsOf<typeof conversationPanel>) {
  const me = useMe().id;
  const { members } = useProject();
  const follow = useFollow(projectId, row.id);
  const { data, error, refetch } = useRouteQuery(readFollowers, {
    params: { projectId, conversationId: row.id } as never,
    query: { revision: String(row.revision) },
  });
  const ids: readonly string[] = data?.accountIds ?? [];
  const people = members.filter(({ accountId }) => ids.includes(accountId));
  const mine = ids.includes(me);
  return (
    <section className="border-t border-line pt-3">
      <div className="mb-1.5 flex min-h-7 items-center gap-2">
        <h2 className="flex-1 text-xs font-semibold text-muted">{m.followers_title()}</h2>
        {data && (
          <Button size="sm" variant="ghost" icon={mine ? BellOff : Bell} aria-pressed={mine} onClick={() => follow(!mine)}>
            {mine ? m.followers_unfollow() : m.followers_follow()}
          </Button>
        )}
      </div>
      {!data ? (
        error ? (
          <p role="alert" className="flex items-center gap-2 text-muted">
            <span className="flex-1">{messageOf(error)}</span>
            <Button size="sm" onClick={() => void refetch()}>
              {m.dashboard_retry()}
            </Button>
          </p>
        ) : (
          <Skeleton className="h-6 w-full" />
        )
      ) : people.length === 0 ? (
        <p className="text-muted">{m.followers_none()}</p>
      ) : (
        <ul className="flex flex-wrap gap-x-3 gap-y-1.5">
          {people.map(({ accountId, name }) => (
            <li key={accountId} className="flex min-w-0 items-center gap-1.5">
              <Avatar id={accountId} name={name} size={20} />
              <span dir="auto" className="min-w-0 truncate">
                {accountId === me ? m.followers_you() : name}
              </span>
              <Suspense>
                <Slot of={memberMark} projectId={projectId} accountId={accountId} />
              </Suspense>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Keys only: the button stands in the details. */
export function FollowKeys({ projectId, conversationId }: PropsOf<typeof conversationControl>) {
  const follow = useFollow(projectId, conversationId);
  useDeclaredShortcut(followShortcut, () => follow(true));
  useCommand(() => follow(false), { label: m.followers_key_stop(), group: m.conversations_title() });
  return null;
}

/** On the page of a member's notifications. */
export function FollowSettings({ projectId }: PropsOf<typeof notificationSection>) {
  const params = { projectId } as never;
  const { data, error } = useRouteQuery(readFollowSettings, { params });
  const save = useRouteMutation(changeFollowSettings, {
    suppressToast: true,
    done: (saved) => {
      queryClient.setQueryData(reading(readFollowSettings, { params }).queryKey, saved);
      toast({ tone: "ok", title: m.followers_saved() });
    },
  });
  // A switch shows its new position while it is being saved.
  const shown = save.isPending ? save.variables.body : data;
  const refused = refusalOf(save.error) ?? (data ? undefined : refusalOf(error));
  return (
    <Section title={m.followers_settings()}>
      {shown ? (
        <Switch
          label={m.followers_automatic()}
          hint={m.followers_automatic_hint()}
          checked={shown.automatic}
          onChange={(automatic) => save.isPending || save.mutate({ params, body: { automatic } })}
        />
      ) : (
        !refused && <Skeleton className="h-8 w-full" />
      )}
      {refused && (
        <p role="alert" className="text-bad-text">
          {refused}
        </p>
      )}
    </Section>
  );
}
