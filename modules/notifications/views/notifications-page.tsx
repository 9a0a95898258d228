// The screen of a member's notification settings in this project.
import { queryClient, reading, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { Slot } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { type NotificationOverview, readNotifications } from "../contract.ts";
import { Suspense } from "react";
import { NotificationForm } from "./notification-form.tsx";
import { NotificationStatus } from "./notification-status.tsx";
import { notificationSection } from "./slots.ts";
import { ThisBrowser } from "./this-browser.tsx";

/** For every role; each member changes only their own. */
export default function NotificationsPage() {
  const { id: projectId, name } = useProject();
  return (
    <Page title={m.notifications_title()} lead={m.notifications_lead({ project: name })}>
      <Content key={projectId} projectId={projectId} />
    </Page>
  );
}

function Content({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useRouteQuery(readNotifications, { params: { projectId } });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  const onSaved = (overview: NotificationOverview): void =>
    void queryClient.setQueryData(reading(readNotifications, { params: { projectId } }).queryKey, overview);
  return (
    <>
      <NotificationStatus overview={data} />
      <NotificationForm projectId={projectId} overview={data} onSaved={onSaved} />
      <ThisBrowser projectId={projectId} />
      <Suspense>
        <Slot of={notificationSection} projectId={projectId} />
      </Suspense>
    </>
  );
}
