// The settings tab: all sections with their forms.
import { queryClient, reading, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { type EmailOverview, readEmailSettings } from "../../contract.ts";
import { AddressesSection } from "./addresses-section.tsx";
import { DnsSection } from "./dns-section.tsx";
import { SenderSection } from "./sender-section.tsx";
import { StatusSection } from "./status-section.tsx";
import { TestSection } from "./test-section.tsx";
import { VisitorsSection } from "./visitors-section.tsx";

export function EmailSettings({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useRouteQuery(readEmailSettings, { params: { projectId } });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  const onSaved = (overview: EmailOverview): void =>
    void queryClient.setQueryData(reading(readEmailSettings, { params: { projectId } }).queryKey, overview);
  return (
    <>
      <StatusSection overview={data} />
      <AddressesSection projectId={projectId} overview={data} onSaved={onSaved} />
      <SenderSection projectId={projectId} overview={data} onSaved={onSaved} />
      <DnsSection projectId={projectId} overview={data} />
      <VisitorsSection projectId={projectId} overview={data} onSaved={onSaved} />
      <TestSection projectId={projectId} ready={data.sending.missing.length === 0} />
    </>
  );
}
