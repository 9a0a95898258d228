// Settings page of the widget's appearance, with a live preview next to the form.
import { useMemo, useState } from "react";
import { queryClient, reading, refusalOf, useRouteQuery, useRouteMutation } from "#dashboard/api.ts";
import { Slot } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { SectionsPending } from "#dashboard/pending.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { UnsavedChanges } from "#dashboard/ui/unsaved-changes.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { changeWidgetSettings, readWidgetSettings, type WidgetAppearance } from "../../contract.ts";
import { ReadOnly } from "../read-only.tsx";
import { isHex } from "#kernel/wire/color.ts";
import { appearanceParts, lookPreview } from "../slots.ts";
import { AppearanceForm } from "./appearance-form.tsx";
import { Preview } from "./preview.tsx";

/** Loads the appearance, then shows its form. */
export default function AppearancePage() {
  const { id: projectId } = useProject();
  const { data, error, refetch } = useRouteQuery(readWidgetSettings, { params: { projectId } });
  if (data) return <Editor projectId={projectId} stored={data.look} />;
  return (
    <Page title={m.projects_look_title()} lead={m.projects_look_lead()} width="wide">
      {error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />}
    </Page>
  );
}

function Editor({ projectId, stored }: { projectId: string; stored: WidgetAppearance }) {
  const mayChange = useProject().mayI("admin");
  const [look, setLook] = useState(stored);
  const [onWebsite, setOnWebsite] = useState(false);
  const [shown, setShown] = useState<"light" | "dark">("light");
  const save = useRouteMutation(changeWidgetSettings, {
    suppressToast: true,
    done: (settings) => {
      queryClient.setQueryData(reading(readWidgetSettings, { params: { projectId } }).queryKey, settings);
      setLook(settings.look);
      toast({ tone: "ok", title: m.projects_look_saved() });
    },
  });
  const changed = JSON.stringify(look) !== JSON.stringify(stored);
  const color = isHex(look.color) ? look.color : stored.color;
  const drawn = useMemo(() => ({ ...look, color }), [look, color]);
  return (
    <Page
      title={m.projects_look_title()}
      lead={m.projects_look_lead()}
      width="wide"
      actions={
        <>
          {changed && mayChange && <Button onClick={() => setLook(stored)}>{m.projects_discard()}</Button>}
          <Button
            variant="primary"
            busy={save.isPending}
            disabled={!mayChange || !changed}
            onClick={() => save.mutate({ params: { projectId }, body: { look } })}
          >
            {m.projects_save()}
          </Button>
        </>
      }
    >
      <UnsavedChanges when={changed} />
      {!mayChange && <ReadOnly />}
      {refusalOf(save.error) && (
        <p role="alert" className="mb-4 rounded-md bg-bad-soft px-3 py-2 text-bad-text">
          {refusalOf(save.error)}
        </p>
      )}
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_320px] lg:max-xl:grid-cols-1 lg:gap-8 xl:grid-cols-[minmax(0,1fr)_340px]">
        <div className="min-w-0">
          <AppearanceForm look={look} error={save.error} disabled={!mayChange} onChange={(part) => setLook({ ...look, ...part })} />
          <Slot of={appearanceParts} projectId={projectId} mayChange={mayChange} />
        </div>
        <div className="md:sticky md:top-4 md:self-start">
          <div className={onWebsite ? "hidden" : "mb-2 flex items-center justify-between"}>
            <h2 className="text-xs font-semibold text-muted">{m.projects_preview()}</h2>
            <Tabs<"light" | "dark">
              label={m.projects_preview_theme()}
              value={shown}
              onChange={setShown}
              tabs={[
                { value: "light", label: m.dashboard_theme_light() },
                { value: "dark", label: m.dashboard_theme_dark() },
              ]}
            />
          </div>
          {!onWebsite && <Preview look={drawn} theme={look.theme === "auto" ? shown : look.theme} />}
          {!onWebsite && look.theme !== "auto" && <p className="mt-2 text-xs text-muted">{m.projects_preview_fixed()}</p>}
          <Slot of={lookPreview} projectId={projectId} look={drawn} onShown={setOnWebsite} />
        </div>
      </div>
    </Page>
  );
}
