// Settings page of the inbox: whether a reply assigns the conversation. A switch is saved at once.
import { queryClient, reading, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Switch } from "#dashboard/ui/field.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { changeInboxSettings, readInboxSettings } from "#modules/conversations/contract";

/** Everybody sees the settings; owners and admins change them. */
export default function InboxSettingsPage() {
  const { id: projectId, mayI } = useProject();
  const params = { projectId } as never;
  const { data, error, refetch } = useRouteQuery(readInboxSettings, { params });
  const save = useRouteMutation(changeInboxSettings, {
    suppressToast: true,
    done: (saved) => {
      queryClient.setQueryData(reading(readInboxSettings, { params }).queryKey, saved);
      toast({ tone: "ok", title: m.conversations_settings_saved() });
    },
  });
  // A switch shows its new position while it is being saved.
  const shown = save.isPending ? save.variables.body : data;
  const refused = refusalOf(save.error);
  return (
    <Page title={m.conversations_settings_title()} lead={m.conversations_settings_lead()}>
      {error && !data ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : !shown ? (
        <SectionsPending />
      ) : (
        <Section title={m.conversations_settings_assigning()} lead={mayI("admin") ? undefined : m.conversations_settings_admins()}>
          <Switch
            label={m.conversations_settings_assign_on_reply()}
            hint={m.conversations_settings_assign_on_reply_hint()}
            checked={shown.assignOnReply}
            disabled={!mayI("admin")}
            onChange={(assignOnReply) => save.isPending || save.mutate({ params, body: { assignOnReply } })}
          />
          {refused && (
            <p role="alert" className="text-bad-text">
              {refused}
            </p>
          )}
        </Section>
      )}
    </Page>
  );
}
