// Settings page of actions: the hosts that may be called, and the actions with their switches.
import { useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { SectionsPending } from "#dashboard/pending.tsx";
import { useProject } from "#dashboard/session.tsx";
import { buttonClasses } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Switch } from "#dashboard/ui/field.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { Forbidden, ProblemState } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { type Action, listActions, type Setup, switchAction } from "../../contract.ts";
import { actionPath, actionRunsPath, NEW } from "../../contract.ts";
import { kindName } from "../labels.ts";
import { HostsSection } from "./hosts-section.tsx";

/** Operators see why not, and nothing is asked for them. */
export default function ActionsPage() {
  const { id: projectId, mayI } = useProject();
  return (
    <Page title={m.assistant_actions_title()} lead={m.assistant_actions_lead()}>
      {mayI("admin") ? <Content key={projectId} projectId={projectId} /> : <Forbidden message={m.assistant_actions_forbidden()} />}
    </Page>
  );
}

function Content({ projectId }: { projectId: string }) {
  const { data, error, refetch } = useRouteQuery(listActions, { params: { projectId } });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <SectionsPending />;
  const { items, setup } = data;
  return (
    <>
      <Section
        title={m.assistant_actions_list()}
        lead={m.assistant_actions_list_lead()}
        actions={
          <Link to={actionPath(projectId, NEW)} className={buttonClasses("primary")}>
            <Plus className="size-4" aria-hidden />
            {m.assistant_actions_new()}
          </Link>
        }
      >
        {items.length === 0 ? (
          <p className="text-muted">{m.assistant_actions_empty()}</p>
        ) : (
          <ul className="-mt-1 grid">
            {items.map((action) => (
              <Row key={action.id} projectId={projectId} action={action} setup={setup} />
            ))}
          </ul>
        )}
        <Link to={actionRunsPath(projectId)} className="w-fit text-sm text-accent-text underline-offset-2 hover:underline">
          {m.assistant_actions_log_link()}
        </Link>
      </Section>
      <HostsSection key={setup.hosts.join()} projectId={projectId} setup={setup} actions={items} />
    </>
  );
}

function Row({ projectId, action, setup }: { projectId: string; action: Action; setup: Setup }) {
  const { id, name, kind, personal, method, host, enabled, headers } = action;
  const change = useRouteMutation(switchAction, { invalidates: [listActions] });
  const problem = !setup.hosts.includes(host)
    ? m.assistant_actions_host_gone({ host })
    : headers.some(({ set }) => !set)
      ? m.assistant_actions_outcome_secret_missing()
      : headers.length > 0 && !setup.encryption.ready
        ? m.assistant_actions_key_missing({ variable: setup.encryption.variable })
        : undefined;
  return (
    <li className="flex min-h-14 items-start gap-3 border-b border-line py-3 last:border-b-0">
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex min-w-0 flex-wrap items-center gap-1.5">
          <Link to={actionPath(projectId, id)} dir="auto" className="min-w-0 font-medium wrap-anywhere hover:underline">
            {name}
          </Link>
          <Chip tone={kind === "changes" ? "warn" : "neutral"}>{kindName(kind)}</Chip>
          {personal && <Chip tone="accent">{m.assistant_actions_personal()}</Chip>}
        </div>
        <code className="font-mono text-xs wrap-anywhere text-muted">
          {method} {host}
        </code>
        {problem && <p className="text-xs text-warn-text">{problem}</p>}
      </div>
      <Switch
        label={<span className="sr-only">{m.assistant_actions_on({ name })}</span>}
        checked={change.isPending ? (change.variables?.body.enabled ?? enabled) : enabled}
        onChange={(on) => change.mutate({ params: { projectId, actionId: id }, body: { enabled: on } })}
      />
    </li>
  );
}
