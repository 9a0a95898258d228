// What a team does once its website has the widget. Ticked by what the project holds, not by clicks; each member can hide it.
import { Link } from "@tanstack/react-router";
import { ChevronRight, Circle, CircleCheck, ExternalLink } from "lucide-react";
import { queryClient, reading, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { screenPath } from "#dashboard/paths.ts";
import { allScreens } from "#dashboard/registered-screens.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { changeNextSteps, readNextSteps, type StepName } from "../../contract.ts";

interface Step {
  /** The name of the screen on which it is taken. */
  readonly screen: string;
  label(): string;
  hint(): string;
  readonly needs?: "admin";
}
const STEPS: Readonly<Record<StepName, Step>> = {
  inbox: { screen: "inbox", label: m.projects_step_inbox, hint: m.projects_step_inbox_hint },
  member: { screen: "settings-members", label: m.projects_step_member, hint: m.projects_step_member_hint, needs: "admin" },
  mail: { screen: "settings-email", label: m.projects_step_mail, hint: m.projects_step_mail_hint, needs: "admin" },
  article: { screen: "articles", label: m.projects_step_article, hint: m.projects_step_article_hint },
};

interface NextStepsProps {
  readonly projectId: string;
  /**
   * In the empty inbox: the website on which a first message can be written. Nothing is shown once all steps are taken or hidden; elsewhere
   * one can still bring them back.
   */
  readonly inInboxOf?: string;
}
/** Shown below the snippet once the widget was seen, and in the empty inbox. An operator gets the steps that operators may take. */
export function NextSteps({ projectId, inInboxOf }: NextStepsProps) {
  const inInbox = inInboxOf !== undefined;
  const { mayI } = useProject();
  // Read anew each time it is shown: the steps are taken on other screens.
  const { data } = useRouteQuery(readNextSteps, { params: { projectId } }, { staleTime: 0 });
  const change = useRouteMutation(changeNextSteps, {
    done: (answer) => queryClient.setQueryData(reading(readNextSteps, { params: { projectId } }).queryKey, answer),
  });
  // Without them the page is complete, so neither a skeleton nor an error takes their place.
  if (!data) return null;
  const hide = (hidden: boolean): void => change.mutate({ params: { projectId }, body: { hidden } });
  if (data.hidden)
    return inInbox ? null : (
      <Button variant="ghost" size="sm" className="-mt-2 mb-5 self-start" busy={change.isPending} onClick={() => hide(false)}>
        {m.projects_steps_show()}
      </Button>
    );
  const steps = data.items.filter(({ name }) => mayI(STEPS[name].needs ?? "operator"));
  const left = steps.filter(({ done }) => !done).length;
  if (inInbox && left === 0) return null;
  return (
    <Section
      title={m.projects_steps_title()}
      lead={inInbox ? undefined : left === 0 ? m.projects_steps_done() : m.projects_steps_lead({ count: left })}
      actions={
        <Button size="sm" variant="ghost" busy={change.isPending} onClick={() => hide(true)}>
          {m.projects_steps_hide()}
        </Button>
      }
    >
      <ol className="-mx-2 -mt-1">
        {steps.map(({ name, done }) => (
          <StepRow key={name} step={STEPS[name]} projectId={projectId} done={done} site={name === "inbox" ? inInboxOf : undefined} />
        ))}
      </ol>
    </Section>
  );
}

interface StepRowProps {
  readonly step: Step;
  readonly projectId: string;
  readonly done: boolean;
  /** The step leads to this website instead of a screen: the screen is the one that is shown. */
  readonly site: string | undefined;
}
function StepRow({ step, projectId, done, site }: StepRowProps) {
  const screen = allScreens().find((each) => each.name === step.screen);
  if (!screen) return null;
  const Glyph = done ? CircleCheck : Circle;
  const classes = "flex min-h-13 items-center gap-3 rounded-sm px-2 py-1.5 -outline-offset-2 hover:bg-hover";
  const row = (
    <>
      <Glyph className={`size-5 shrink-0 ${done ? "text-ok-text" : "text-faint"}`} aria-hidden />
      <span className="grid min-w-0 flex-1">
        <span className={done ? "text-muted line-through" : "font-medium"}>
          {site === undefined ? step.label() : m.projects_step_message()}
          {done && <span className="sr-only"> {m.projects_step_done()}</span>}
        </span>
        <span className="text-xs text-muted">{site === undefined ? step.hint() : m.projects_step_message_hint()}</span>
      </span>
      {site === undefined ? (
        <ChevronRight className="size-4 shrink-0 text-faint rtl:rotate-180" aria-hidden />
      ) : (
        <ExternalLink className="size-4 shrink-0 text-faint" aria-hidden />
      )}
    </>
  );
  return (
    <li>
      {site === undefined ? (
        <Link to={screenPath(screen, projectId)} className={classes}>
          {row}
        </Link>
      ) : (
        <a href={site} target="_blank" rel="noreferrer" className={classes}>
          {row}
        </a>
      )}
    </li>
  );
}
