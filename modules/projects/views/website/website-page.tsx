// Settings page for installing the widget: origin, snippet, keys.
import { useRouteQuery } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SectionsPending } from "#dashboard/pending.tsx";
import { m } from "#messages";
import { readWidgetSettings } from "../../contract.ts";
import { ReadOnly } from "../read-only.tsx";
import { IdentitySection } from "./identity-section.tsx";
import { InstallSection } from "./install-section.tsx";
import { KeySection } from "./key-section.tsx";
import { NextSteps } from "./next-steps.tsx";
import { OriginSection } from "./origin-section.tsx";

/** Polls every 5 s while it is shown, so that the widget's first load appears by itself. */
export default function WebsitePage() {
  const { id: projectId, mayI } = useProject();
  const { data, error, refetch } = useRouteQuery(readWidgetSettings, { params: { projectId } }, { every: 5000 });
  const mayChange = mayI("admin");
  return (
    <Page title={m.projects_website_title()} lead={m.projects_website_lead()}>
      {!data && (error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />)}
      {data && !mayChange && <ReadOnly />}
      {data && (
        <>
          <OriginSection key={data.websiteOrigin} projectId={projectId} origin={data.websiteOrigin} mayChange={mayChange} />
          <InstallSection settings={data} />
          {data.seenAt !== null && <NextSteps projectId={projectId} />}
          <KeySection projectId={projectId} widgetKey={data.key} mayChange={mayChange} />
          <IdentitySection projectId={projectId} has={data.hasIdentitySecret} mayChange={mayChange} />
        </>
      )}
    </Page>
  );
}
