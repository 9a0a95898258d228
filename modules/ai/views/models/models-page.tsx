// The settings page on which an owner chooses and tests models.
import { Link } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { useState } from "react";
import { issueOf, queryClient, reading, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { buttonLink } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { Forbidden, ProblemState } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { type ModelChoice, type ModelSettings, type Purpose, PURPOSES, readModelSettings, saveModelSettings } from "../../contract.ts";
import { formatUtcDay, providerName, sameChoice } from "../format.ts";
import { PurposeFields } from "./purpose-fields.tsx";

/** Owners change, admins read, operators see why they cannot use it. */
export default function ModelsPage() {
  const { id: projectId, mayI } = useProject();
  return (
    <Page
      title={m.ai_models_title()}
      lead={m.ai_models_lead()}
      actions={
        <Link to={`/projects/${projectId}/settings/ai-usage`} className={buttonLink}>
          {m.ai_usage_title()}
        </Link>
      }
    >
      {mayI("admin") ? <Models /> : <Forbidden message={m.ai_models_forbidden()} />}
    </Page>
  );
}

function Models() {
  const { id: projectId } = useProject();
  const { data, error, refetch } = useRouteQuery(readModelSettings, { params: { projectId } });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  return (
    <>
      <Choices key={JSON.stringify(data.chosen)} projectId={projectId} settings={data} />
      <Providers settings={data} />
    </>
  );
}

type Chosen = Readonly<Record<Purpose, ModelChoice | null>>;
/** A choice without a name is not finished: it is neither saved nor tested. */
const isFinished = (choice: ModelChoice | null): boolean => choice === null || choice.model.trim() !== "";

function Choices({ projectId, settings }: { projectId: string; settings: ModelSettings }) {
  const { mayI } = useProject();
  const [chosen, setChosen] = useState<Chosen>(settings.chosen);
  const keep = (answer: ModelSettings): void =>
    void queryClient.setQueryData(reading(readModelSettings, { params: { projectId } }).queryKey, answer);
  const save = useRouteMutation(saveModelSettings, {
    suppressToast: true,
    done: (answer) => {
      keep(answer);
      toast({ tone: "ok", title: m.ai_models_saved() });
    },
  });
  const mayChange = mayI("owner");
  const changed = PURPOSES.some((purpose) => !sameChoice(chosen[purpose], settings.chosen[purpose]));
  return (
    <Section title={m.ai_purposes_title()} lead={m.ai_purposes_lead()}>
      {!mayChange && (
        <p className="flex items-start gap-2 rounded-md bg-subtle px-3.5 py-2.5 text-muted">
          <Lock className="mt-0.5 size-4 shrink-0" aria-hidden />
          {m.ai_models_owners_only()}
        </p>
      )}
      <form
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ params: { projectId }, body: chosen });
        }}
      >
        {PURPOSES.map((purpose) => (
          <PurposeFields
            key={purpose}
            projectId={projectId}
            purpose={purpose}
            settings={settings}
            choice={chosen[purpose]}
            problem={issueOf(save.error, `${purpose}.model`)}
            mayChange={mayChange}
            onChoice={(choice) => setChosen({ ...chosen, [purpose]: choice })}
            onTested={keep}
          />
        ))}
        {mayChange && (
          <FormFooter
            problem={refusalOf(save.error)}
            changed={changed}
            busy={save.isPending}
            invalid={!PURPOSES.every((purpose) => isFinished(chosen[purpose]))}
            onDiscard={() => setChosen(settings.chosen)}
          />
        )}
      </form>
    </Section>
  );
}

const Providers = ({ settings }: { settings: ModelSettings }) => (
  <Section title={m.ai_providers_title()} lead={m.ai_providers_lead()}>
    <ul className="grid">
      {settings.providers.map(({ provider, missing, ownAddress }) => (
        <li key={provider} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-b-0">
          <span className="flex-1 basis-40 font-medium">{providerName(provider)}</span>
          {missing.length > 0 ? (
            <span className="text-muted">
              {m.ai_provider_set()} <code className="font-mono text-xs wrap-anywhere">{missing.join(", ")}</code>
            </span>
          ) : (
            <>
              {ownAddress && provider !== "own" && <Chip>{m.ai_provider_address()}</Chip>}
              <Chip tone="ok">{m.ai_provider_ready()}</Chip>
            </>
          )}
        </li>
      ))}
    </ul>
    <p className="text-xs text-muted">{m.ai_prices_from({ day: formatUtcDay(settings.pricesFrom) })}</p>
  </Section>
);
