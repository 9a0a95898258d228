// The settings screen of the help center.
import { queryClient, reading, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SectionTabs } from "#dashboard/ui/section-tabs.tsx";
import { m } from "#messages";
import { Lock } from "lucide-react";
import { type HelpSettings, readHelpSettings } from "../../contract.ts";
import { OpenSection } from "./open-section.tsx";
import { SettingsForm } from "./settings-form.tsx";

export default function HelpSettingsPage() {
  const { id } = useProject();
  return (
    <Page title={m.help_title()} width="form" tabs={<SectionTabs of="help" label={m.help_title()} />}>
      <Content key={id} />
    </Page>
  );
}

/** How often the page polls until changes have reached readers, in milliseconds. */
const EVERY = 3000;

function Content() {
  const { id: projectId, mayI } = useProject();
  const read = reading(readHelpSettings, { params: { projectId } });
  const waits = queryClient.getQueryData<HelpSettings>(read.queryKey)?.rendering.state === "waiting";
  const { data, error, refetch } = useRouteQuery(readHelpSettings, { params: { projectId } }, waits ? { every: EVERY } : {});
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  const take = (settings: HelpSettings): void => void queryClient.setQueryData(read.queryKey, settings);
  const admin = mayI("admin");
  return (
    <>
      {!admin && (
        <p className="mb-5 flex items-start gap-2 rounded-md bg-subtle px-3.5 py-2.5 text-muted">
          <Lock className="mt-0.5 size-4 shrink-0" aria-hidden />
          {m.help_settings_read_only()}
        </p>
      )}
      <OpenSection projectId={projectId} settings={data} mayChange={admin} onSaved={take} />
      <SettingsForm projectId={projectId} settings={data} mayChange={admin} onSaved={take} />
    </>
  );
}
