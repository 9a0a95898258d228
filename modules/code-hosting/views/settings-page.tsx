// Settings of code hosting: the connection with GitHub, and the repositories in which members look for issues.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { queryClient, reading, refusalOf, issueOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { Slot } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { Forbidden, messageOf, ProblemState } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatDay } from "#dashboard/ui/time.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { CircleCheck, Trash2, TriangleAlert } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import {
  addRepository,
  checkCodeHosting,
  type CodeHosting,
  connectCodeHosting,
  disconnectCodeHosting,
  MAX_REPOSITORIES,
  readCodeHosting,
  removeRepository,
} from "../contract.ts";
import { RepositoryDialog } from "./repository-dialog.tsx";
import { codeHostingSection } from "./settings-slot.ts";
import { WebhookSection } from "./webhook-section.tsx";

/** Operators see why not, and nothing is asked for them. */
export default function CodeHostingPage() {
  const { id: projectId, mayI } = useProject();
  return (
    <Page title={m.code_hosting_title()} lead={m.code_hosting_lead()}>
      {mayI("admin") ? <Settings key={projectId} projectId={projectId} /> : <Forbidden message={m.code_hosting_admins_only()} />}
    </Page>
  );
}

const OUTCOMES: Readonly<Record<string, () => string>> = {
  denied: m.code_hosting_outcome_denied,
  refused: m.code_hosting_outcome_refused,
  unavailable: m.code_hosting_unavailable,
  no_admin: m.code_hosting_outcome_no_admin,
};

function Settings({ projectId }: { projectId: string }) {
  const outcome = useOutcome();
  const { data, error, refetch } = useRouteQuery(readCodeHosting, { params: { projectId } });
  if (!data) return error ? <ProblemState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-40 w-full" />;
  const failed = outcome === undefined ? undefined : OUTCOMES[outcome];
  return (
    <>
      {failed && (
        <p role="alert" className="mb-5 flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad-text">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          {failed()}
        </p>
      )}
      {data.connection === null ? (
        <NotConnected projectId={projectId} hosting={data} />
      ) : (
        <>
          <Connected projectId={projectId} hosting={data} />
          <Repositories projectId={projectId} hosting={data} />
          <WebhookSection projectId={projectId} repositories={data.repositories.filter((name) => !data.deleted.includes(name))} />
          <Slot of={codeHostingSection} projectId={projectId} />
        </>
      )}
    </>
  );
}

/** What became of going to GitHub, as the address says it. It is taken out of the address, or a reload or bookmark would say it again. */
function useOutcome(): string | undefined {
  const navigate = useNavigate();
  const { outcome: given } = useSearch({ strict: false }) as { outcome?: string };
  const [outcome, setOutcome] = useState(given);
  if (given !== undefined && given !== outcome) setOutcome(given);
  useEffect(() => {
    if (given !== undefined) void navigate({ to: ".", search: {} as never, replace: true });
  }, [given, navigate]);
  return outcome;
}

function NotConnected({ projectId, hosting }: { projectId: string; hosting: CodeHosting }) {
  const connect = useRouteMutation(connectCodeHosting, { suppressToast: true, done: ({ url }) => location.assign(url) });
  return (
    <Section title={m.code_hosting_connect_title()} lead={m.code_hosting_connect_lead()}>
      {hosting.missing.length > 0 ? (
        <div className="grid gap-2">
          <p>{m.code_hosting_lacks()}</p>
          <ul className="grid gap-1">
            {hosting.missing.map((name) => (
              <li key={name}>
                <code className="font-mono text-sm wrap-anywhere">{name}</code>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <div className="grid justify-items-start gap-3">
          <Button
            variant="primary"
            busy={connect.isPending || connect.isSuccess}
            onClick={() => connect.mutate({ params: { projectId }, body: {} })}
          >
            {m.code_hosting_connect()}
          </Button>
          {connect.error && (
            <p role="alert" className="text-bad-text">
              {messageOf(connect.error)}
            </p>
          )}
        </div>
      )}
    </Section>
  );
}

function Connected({ projectId, hosting }: { projectId: string; hosting: CodeHosting }) {
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const { data, error, refetch } = useRouteQuery(checkCodeHosting, { params: { projectId } });
  const connect = useRouteMutation(connectCodeHosting, { done: ({ url }) => location.assign(url) });
  const disconnect = useRouteMutation(disconnectCodeHosting, {
    suppressToast: true,
    invalidates: [readCodeHosting],
    done({ revoked }) {
      setAsking(false);
      toast(
        revoked
          ? { title: m.code_hosting_disconnected(), tone: "ok" }
          : { title: m.code_hosting_disconnected(), body: m.code_hosting_not_revoked(), tone: "neutral" },
      );
    },
  });
  return (
    <Section
      title={hosting.connection === "fixed" ? m.code_hosting_fixed_title() : m.code_hosting_connected_title()}
      lead={
        hosting.connection === "fixed"
          ? m.code_hosting_fixed_lead()
          : m.code_hosting_connected_lead({
              login: hosting.login ?? "",
              date: hosting.connectedAt === null ? "" : formatDay(hosting.connectedAt),
            })
      }
      actions={
        hosting.connection === "member" && (
          <Button variant="danger" onClick={() => setAsking(true)}>
            {m.code_hosting_disconnect()}
          </Button>
        )
      }
    >
      {data ? (
        <p className="flex items-start gap-2">
          <CircleCheck className="mt-0.5 size-4 shrink-0 text-ok-text" aria-hidden />
          <span className="min-w-0 wrap-anywhere">{m.code_hosting_works({ login: data.login })}</span>
        </p>
      ) : error ? (
        <div role="alert" className="grid justify-items-start gap-2">
          <p className="flex items-start gap-2 text-bad-text">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            {messageOf(error)}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => void refetch()}>
              {m.dashboard_retry()}
            </Button>
            {hosting.connection === "member" && hosting.missing.length === 0 && (
              <Button
                size="sm"
                busy={connect.isPending || connect.isSuccess}
                onClick={() => connect.mutate({ params: { projectId }, body: {} })}
              >
                {m.code_hosting_connect_again()}
              </Button>
            )}
          </div>
        </div>
      ) : (
        <Skeleton className="h-5 w-60" />
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => disconnect.mutate({ params: { projectId } })}
        title={m.code_hosting_disconnect_title()}
        body={m.code_hosting_disconnect_body()}
        action={m.code_hosting_disconnect()}
        busy={disconnect.isPending}
        error={refusalOf(disconnect.error)}
      />
    </Section>
  );
}

function Repositories({ projectId, hosting }: { projectId: string; hosting: CodeHosting }) {
  const toast = useToast();
  const [name, setName] = useState("");
  const params = { projectId };
  const [choosing, setChoosing] = useState(false);
  const remember = (now: CodeHosting): void => void queryClient.setQueryData(reading(readCodeHosting, { params }).queryKey, now);
  const add = useRouteMutation(addRepository, {
    suppressToast: true,
    done(now) {
      remember(now);
      setName("");
    },
  });
  const [removing, setRemoving] = useState<string>();
  const remove = useRouteMutation(removeRepository, {
    suppressToast: true,
    done(now, { query }) {
      remember(now);
      setRemoving(undefined);
      toast({ title: m.code_hosting_removed({ name: query.name }), tone: "ok" });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate({ params, body: { name: nameIn(name, hosting.web) } });
  };
  return (
    <Section title={m.code_hosting_repositories()} lead={m.code_hosting_repositories_lead({ max: MAX_REPOSITORIES })}>
      {hosting.repositories.length === 0 ? (
        <p className="mb-4 text-muted">{m.code_hosting_repositories_none()}</p>
      ) : (
        <ul className="mb-4 grid">
          {hosting.repositories.map((one) => (
            <li key={one} className="flex min-h-9 items-center gap-2">
              <span className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">
                {one} {hosting.deleted.includes(one) && <Chip tone="warn">{m.code_hosting_deleted()}</Chip>}
              </span>
              <IconButton label={m.code_hosting_remove({ name: one })} icon={Trash2} onClick={() => setRemoving(one)} />
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-2">
        <Field
          label={m.code_hosting_repository()}
          hideLabel
          className="min-w-48 flex-1"
          error={issueOf(add.error, "name") ?? refusalOf(add.error)}
        >
          <TextInput
            value={name}
            placeholder={m.code_hosting_repository_example()}
            onChange={(event) => setName(event.target.value)}
            maxLength={300}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Button type="submit" busy={add.isPending} disabled={name.trim() === ""}>
          {m.code_hosting_add()}
        </Button>
        <Button onClick={() => setChoosing(true)}>{m.code_hosting_browse()}</Button>
      </form>
      {choosing && (
        <RepositoryDialog projectId={projectId} chosen={hosting.repositories} onChosen={remember} onClose={() => setChoosing(false)} />
      )}
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => removing !== undefined && remove.mutate({ params, query: { name: removing } })}
        title={m.code_hosting_remove_title({ name: removing ?? "" })}
        body={m.code_hosting_remove_body()}
        action={m.code_hosting_remove_action()}
        busy={remove.isPending}
        error={refusalOf(remove.error)}
      />
    </Section>
  );
}

/** `owner/name` of what was pasted: the address of a repository or of a page in it, as the browser shows it or as Git clones it. */
function nameIn(typed: string, web: string): string {
  const text = typed.trim();
  const path = text.startsWith(`${web}/`) ? text.slice(web.length + 1) : undefined;
  const name = path === undefined ? text.replace(/\/+$/, "") : path.split(/[?#]/, 1)[0]?.split("/").slice(0, 2).join("/");
  return (name ?? text).replace(/\.git$/, "");
}
