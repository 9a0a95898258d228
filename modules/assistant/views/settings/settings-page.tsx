// The settings page of the assistant: whether it answers customers, its guidance, and the guidance's versions.
import { reading, issueOf, queryClient, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { buttonLink } from "#dashboard/ui/button.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Page } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { useRef, useState } from "react";
import { type AssistantSettings, type Guidance, listGuidanceVersions, readAssistant, saveAssistant } from "../../contract.ts";
import { differencesOf, type TheirSave } from "./differences.ts";
import { changedFields, type Draft, fromDraft, rebase, toDraft } from "./draft.ts";
import { GuidanceFields } from "./guidance-fields.tsx";
import { Meanwhile } from "./meanwhile.tsx";
import { Status } from "./status.tsx";
import { Versions } from "./versions.tsx";

/** Admins change, operators read. */
export default function SettingsPage() {
  const { id: projectId, mayI } = useProject();
  const { data, error, refetch } = useRouteQuery(readAssistant, { params: { projectId } });
  return (
    <Page
      title={m.assistant_settings_title()}
      lead={m.assistant_settings_lead()}
      actions={
        mayI("admin") && (
          <Link to={`/projects/${projectId}/settings/playground`} className={buttonLink}>
            {m.assistant_to_playground()}
          </Link>
        )
      }
    >
      {data ? (
        <Settings key={projectId} projectId={projectId} settings={data} />
      ) : error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : (
        <SectionsPending />
      )}
    </Page>
  );
}

interface Edit {
  /** What the editing began with. */
  readonly base: AssistantSettings;
  readonly draft: Draft;
}
type Save = (change: { enabled: boolean; guidance: Guidance; basedOn: number; says: string; keepsDraft?: boolean }) => void;

function Settings({ projectId, settings }: { projectId: string; settings: AssistantSettings }) {
  const { mayI } = useProject();
  const mayChange = mayI("admin");
  const [edit, setEdit] = useState<Edit>();
  const [theirs, setTheirs] = useState<TheirSave>();
  // A save whose answer was lost is repeated with its id, and so is stored once.
  const attempt = useRef({ of: "", id: "" });
  const args = { params: { projectId } };
  const base = edit?.base ?? settings;
  const draft = edit?.draft ?? toDraft(settings.guidance);
  const typed = fromDraft(draft);
  const changed = edit !== undefined && changedFields(base.guidance, typed).length > 0;

  const saving = useRouteMutation(saveAssistant, { suppressToast: true, invalidates: [listGuidanceVersions] });
  const moveTo = (now: AssistantSettings): void =>
    setEdit((held) => held && { base: now, draft: toDraft(rebase(held.base.guidance, fromDraft(held.draft), now.guidance)) });

  async function afterConflict(): Promise<void> {
    const now = await queryClient.fetchQuery({ ...reading(readAssistant, args), staleTime: 0 });
    const others = changedFields(base.guidance, now.guidance);
    const mine = new Set(changedFields(base.guidance, typed));
    setTheirs({
      by: now.savedBy,
      version: now.version,
      differences: differencesOf(base.guidance, now.guidance),
      both: others.filter((field) => mine.has(field) && JSON.stringify(typed[field]) !== JSON.stringify(now.guidance[field])),
    });
    moveTo(now);
    saving.reset();
    void queryClient.invalidateQueries({ queryKey: [listGuidanceVersions.name] });
  }
  const save: Save = ({ says, keepsDraft = false, ...change }) => {
    const of = JSON.stringify(change);
    if (attempt.current.of !== of) attempt.current = { of, id: crypto.randomUUID() };
    saving.mutate(
      { ...args, body: { clientId: attempt.current.id, ...change } },
      {
        onSuccess(now) {
          queryClient.setQueryData(reading(readAssistant, args).queryKey, now);
          if (keepsDraft) moveTo(now);
          else setEdit(undefined);
          setTheirs(undefined);
          toast({ title: says, tone: "ok" });
        },
        onError(error) {
          if (error instanceof CallError && error.problem.code === "conflict") void afterConflict();
        },
      },
    );
  };
  const isConflict = saving.error instanceof CallError && saving.error.problem.code === "conflict";
  const hasIssues = saving.error instanceof CallError && (saving.error.problem.issues?.length ?? 0) > 0;
  return (
    <>
      <Status
        projectId={projectId}
        settings={settings}
        mayChange={mayChange}
        busy={saving.isPending}
        onSwitch={(enabled) =>
          save({
            enabled,
            guidance: settings.guidance,
            basedOn: settings.version,
            says: enabled ? m.assistant_switched_on() : m.assistant_switched_off(),
            keepsDraft: true,
          })
        }
      />
      {!mayChange && (
        <p className="mb-5 flex items-start gap-2 rounded-md bg-subtle px-3.5 py-2.5 text-muted">
          <Lock className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span>
            {m.assistant_read_only()}{" "}
            <Link to={`/projects/${projectId}/settings/ai-usage`} className="underline">
              {m.assistant_to_usage()}
            </Link>
          </span>
        </p>
      )}
      <form
        noValidate
        className="mb-5"
        onSubmit={(event) => {
          event.preventDefault();
          save({ enabled: base.enabled, guidance: typed, basedOn: base.version, says: m.assistant_saved() });
        }}
      >
        <GuidanceFields
          draft={draft}
          disabled={!mayChange}
          onChange={(change) => setEdit({ base, draft: { ...draft, ...change } })}
          issueOf={(path) => issueOf(saving.error, path)}
        />
        {theirs && <Meanwhile theirs={theirs} onClose={() => setTheirs(undefined)} />}
        {mayChange && (
          <FormFooter
            problem={isConflict ? undefined : hasIssues ? m.assistant_look_at_fields() : refusalOf(saving.error)}
            changed={changed}
            busy={saving.isPending}
            onDiscard={() => {
              setEdit(undefined);
              setTheirs(undefined);
              saving.reset();
            }}
          />
        )}
      </form>
      {mayChange && (
        <Versions
          projectId={projectId}
          settings={settings}
          isEditing={changed}
          busy={saving.isPending}
          onRestore={({ version, guidance }) =>
            save({ enabled: settings.enabled, guidance, basedOn: settings.version, says: m.assistant_restored({ version }) })
          }
        />
      )}
    </>
  );
}
