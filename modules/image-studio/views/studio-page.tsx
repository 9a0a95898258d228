// The image studio: asks a model for images in the project's look, shows what was made, and lets people describe and use it.
import { queryClient, reading } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { SectionTabs } from "#dashboard/ui/section-tabs.tsx";
import { m } from "#messages";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { listStudioImages, readImageStudio, type StudioImage } from "../contract.ts";
import { Gallery } from "./gallery.tsx";
import { LookForm } from "./look-form.tsx";
import { MakeForm } from "./make-form.tsx";
import { RunState } from "./run-state.tsx";

const WHILE_RUNNING = 1500;

export default function StudioPage() {
  const { id } = useProject();
  return (
    <Page title={m.help_title()} width="form" tabs={<SectionTabs of="help" label={m.help_title()} />}>
      <Content key={id} />
    </Page>
  );
}

function Content() {
  const { id: projectId, mayI } = useProject();
  const { data, error, refetch } = useQuery({
    ...reading(readImageStudio, { params: { projectId } as never }),
    refetchInterval: ({ state }) => (state.data?.run?.state === "running" ? WHILE_RUNNING : false),
  });
  const [parent, setParent] = useState<StudioImage>();
  const progress = data?.run && `${data.run.id} ${data.run.made} ${data.run.state}`;
  useEffect(() => {
    if (progress) void queryClient.invalidateQueries({ queryKey: [listStudioImages.name] });
  }, [progress]);
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  const admin = mayI("admin");
  const isRunning = data.run?.state === "running";
  return (
    <>
      <Section title={m.image_studio_make()} lead={m.image_studio_lead()}>
        {data.obstacle !== null && (
          <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text wrap-anywhere">
            {m.image_studio_obstacle({ why: data.obstacle })}
          </p>
        )}
        {data.run && <RunState projectId={projectId} run={data.run} admin={admin} />}
        {admin ? (
          data.obstacle === null && !isRunning && <MakeForm {...{ projectId, parent, studio: data }} onParent={setParent} />
        ) : (
          <p className="text-xs text-muted">{m.image_studio_admins()}</p>
        )}
      </Section>
      <Gallery {...{ projectId, admin }} canChange={admin && data.obstacle === null && !isRunning} onChange={setParent} />
      {admin && <LookForm key={data.look.revision} {...{ projectId }} look={data.look} />}
    </>
  );
}
