// The settings page of profiles: the switch, what it means, and the deletion of all of them.
import { Link } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { type ReactNode, useState } from "react";
import { queryClient, reading, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { Switch } from "#dashboard/ui/field.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { Forbidden, ProblemState } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { type ProfileSettings, readProfileSettings, readProfileState, switchProfiles } from "../../contract.ts";
import { DeleteSection } from "./delete-section.tsx";

/** Operators see why not, and nothing is asked for them. */
export default function ProfilesPage() {
  const { id: projectId, mayI } = useProject();
  return (
    <Page title={m.profiles_title()} lead={m.profiles_lead()}>
      {mayI("admin") ? <Settings key={projectId} projectId={projectId} /> : <Forbidden message={m.profiles_forbidden()} />}
    </Page>
  );
}

const WHILE_DELETING = 1500;

function Settings({ projectId }: { projectId: string }) {
  const params = { projectId };
  const [every, setEvery] = useState<number | undefined>();
  const { data, error, refetch } = useRouteQuery(readProfileSettings, { params }, every === undefined ? {} : { every });
  const deleting = data?.deletion?.state === "running";
  if (deleting !== (every !== undefined)) setEvery(deleting ? WHILE_DELETING : undefined);
  const [offers, setOffers] = useState(false);
  const keep = (answer: ProfileSettings): void => {
    queryClient.setQueryData(reading(readProfileSettings, { params }).queryKey, answer);
    void queryClient.invalidateQueries({ queryKey: [readProfileState.name] });
  };
  const save = useRouteMutation(switchProfiles, {
    suppressToast: true,
    done: (answer) => {
      keep(answer);
      toast({ tone: "ok", title: answer.on ? m.profiles_switched_on() : m.profiles_switched_off() });
      setOffers(!answer.on && answer.profiles > 0);
    },
  });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  // A switch shows its new position while it is being saved.
  const on = save.isPending ? save.variables.body.on : data.on;
  const refused = refusalOf(save.error);
  return (
    <>
      <Section title={m.profiles_panel()}>
        <Switch
          label={m.profiles_switch()}
          hint={m.profiles_switch_hint()}
          checked={on}
          disabled={deleting}
          onChange={(to) => save.isPending || save.mutate({ params, body: { on: to } })}
        />
        {refused && (
          <p role="alert" className="text-bad-text">
            {refused}
          </p>
        )}
        {data.obstacle !== null ? (
          <p className="flex items-start gap-2 rounded-md bg-warn-soft px-3.5 py-2.5 text-warn-text">
            <Lock className="mt-0.5 size-4 shrink-0" aria-hidden />
            <span>
              {data.obstacle} <ModelsLink projectId={projectId} />
            </span>
          </p>
        ) : (
          data.model !== null && (
            <p className="text-muted">
              {m.profiles_model({ model: data.model })} <ModelsLink projectId={projectId} />
            </p>
          )
        )}
      </Section>
      <Section title={m.profiles_about()}>
        <dl className="grid gap-3">
          <About term={m.profiles_about_from()}>{m.profiles_about_from_body()}</About>
          <About term={m.profiles_about_stored()}>{m.profiles_about_stored_body()}</About>
          <About term={m.profiles_about_never()}>{m.profiles_about_never_body()}</About>
          <About term={m.profiles_about_sent()}>{m.profiles_about_sent_body()}</About>
          <About term={m.profiles_about_erased()}>{m.profiles_about_erased_body()}</About>
        </dl>
      </Section>
      <DeleteSection projectId={projectId} settings={data} offers={offers} onOffered={() => setOffers(false)} onChanged={keep} />
    </>
  );
}

const ModelsLink = ({ projectId }: { projectId: string }) => (
  <Link to={`/projects/${projectId}/settings/ai`} className="text-accent-text underline underline-offset-2">
    {m.profiles_model_choose()}
  </Link>
);

const About = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="grid gap-0.5">
    <dt className="font-medium">{term}</dt>
    <dd className="text-muted">{children}</dd>
  </div>
);
