// In the settings of code hosting: what GitHub tells by itself, whether that works, and how to set it up.
import { queryClient, reading, refusalOf, useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy.tsx";
import { ConfirmDialog, Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { createHook, makeWebhookSecret, readWebhook, removeWebhook, type Webhook } from "../contract.ts";

/** Milliseconds: the first delivery arrives while somebody looks. */
const LOOKS = 15_000;

export function WebhookSection({ projectId, repositories }: { projectId: string; repositories: readonly string[] }) {
  const params = { projectId };
  const { data, error, refetch } = useRouteQuery(readWebhook, { params }, { every: LOOKS });
  const toast = useToast();
  const [asking, setAsking] = useState<"secret" | "remove">();
  const [secret, setSecret] = useState<string>();
  const remember = (now: Webhook): void => void queryClient.setQueryData(reading(readWebhook, { params }).queryKey, now);
  const make = useRouteMutation(makeWebhookSecret, {
    suppressToast: true,
    done(made) {
      remember(made.webhook);
      setAsking(undefined);
      setSecret(made.secret);
    },
  });
  const remove = useRouteMutation(removeWebhook, {
    suppressToast: true,
    done(now) {
      remember(now);
      setAsking(undefined);
      toast({ title: m.code_hosting_webhook_removed(), tone: "ok" });
    },
  });
  const isSetUp = data !== undefined && data.madeAt !== null;
  return (
    <Section
      title={m.code_hosting_webhook()}
      lead={m.code_hosting_webhook_lead()}
      actions={
        isSetUp && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setAsking("secret")}>{m.code_hosting_webhook_new_secret()}</Button>
            <Button onClick={() => setAsking("remove")}>{m.code_hosting_webhook_remove()}</Button>
          </div>
        )
      }
    >
      {!data ? (
        error ? (
          <p role="alert" className="flex items-center gap-2 text-bad-text">
            <span className="flex-1">{messageOf(error)}</span>
            <Button size="sm" onClick={() => void refetch()}>
              {m.dashboard_retry()}
            </Button>
          </p>
        ) : (
          <Skeleton className="h-16 w-full" />
        )
      ) : data.missing.length > 0 ? (
        <div className="grid gap-2">
          <p>{m.code_hosting_lacks()}</p>
          <ul>
            {data.missing.map((name) => (
              <li key={name}>
                <code className="font-mono text-sm wrap-anywhere">{name}</code>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <>
          {isSetUp && <State webhook={data} />}
          {data.installation && (
            <Line icon="bad">
              {data.installation.state === "suspended"
                ? m.code_hosting_webhook_suspended({ account: data.installation.account })
                : m.code_hosting_webhook_uninstalled({ account: data.installation.account })}
            </Line>
          )}
          {repositories.length > 0 && <Create projectId={projectId} repositories={repositories} onDone={remember} />}
          {!isSetUp && (
            <div className="grid justify-items-start gap-2">
              <p className="text-muted">{m.code_hosting_webhook_by_hand()}</p>
              <Button busy={make.isPending} onClick={() => make.mutate({ params, body: {} })}>
                {m.code_hosting_webhook_make_secret()}
              </Button>
              {make.error && (
                <p role="alert" className="text-bad-text">
                  {messageOf(make.error)}
                </p>
              )}
            </div>
          )}
        </>
      )}
      <ConfirmDialog
        open={asking === "secret"}
        onClose={() => setAsking(undefined)}
        onConfirm={() => make.mutate({ params, body: {} })}
        title={m.code_hosting_webhook_new_title()}
        body={m.code_hosting_webhook_new_body()}
        action={m.code_hosting_webhook_new_secret()}
        busy={make.isPending}
        error={refusalOf(make.error)}
      />
      <ConfirmDialog
        open={asking === "remove"}
        onClose={() => setAsking(undefined)}
        onConfirm={() => remove.mutate({ params })}
        title={m.code_hosting_webhook_remove_title()}
        body={m.code_hosting_webhook_remove_body()}
        action={m.code_hosting_webhook_remove()}
        busy={remove.isPending}
        error={refusalOf(remove.error)}
      />
      {secret !== undefined && data && <Shown secret={secret} address={data.address} onClose={() => setSecret(undefined)} />}
    </Section>
  );
}

const ICONS = {
  ok: { icon: CircleCheck, color: "text-ok-text" },
  none: { icon: CircleDashed, color: "text-muted" },
  bad: { icon: TriangleAlert, color: "text-bad-text" },
} as const;
function Line({ icon, children }: { icon: keyof typeof ICONS; children: ReactNode }) {
  const { icon: Icon, color } = ICONS[icon];
  return (
    <p className="flex items-start gap-2">
      <Icon className={`mt-0.5 size-4 shrink-0 ${color}`} aria-hidden />
      <span className={`min-w-0 wrap-anywhere ${icon === "bad" ? "text-bad-text" : ""}`}>{children}</span>
    </p>
  );
}

function State({ webhook: { isReadable, receivedAt, failedAt } }: { webhook: Webhook }) {
  const isFailing = failedAt !== null && (receivedAt === null || failedAt > receivedAt);
  return (
    <div className="grid gap-2" role="status">
      {!isReadable ? (
        <Line icon="bad">{m.code_hosting_webhook_unreadable()}</Line>
      ) : receivedAt === null ? (
        !isFailing && <Line icon="none">{m.code_hosting_webhook_never()}</Line>
      ) : (
        <Line icon="ok">{m.code_hosting_webhook_received({ time: formatTime(receivedAt) })}</Line>
      )}
      {isReadable && isFailing && <Line icon="bad">{m.code_hosting_webhook_failing({ time: formatTime(failedAt) })}</Line>}
    </div>
  );
}

interface CreateProps {
  readonly projectId: string;
  readonly repositories: readonly string[];
  onDone(now: Webhook): void;
}
function Create({ projectId, repositories, onDone }: CreateProps) {
  const toast = useToast();
  const [chosen, setChosen] = useState("");
  const repository = repositories.includes(chosen) ? chosen : (repositories[0] ?? "");
  const create = useRouteMutation(createHook, {
    suppressToast: true,
    done({ webhook }, { body }) {
      onDone(webhook);
      toast({ title: m.code_hosting_webhook_created({ name: body.repository }), tone: "ok" });
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ params: { projectId }, body: { repository } });
      }}
    >
      <Field
        label={m.code_hosting_webhook_create_in()}
        error={create.error ? `${messageOf(create.error)} ${m.code_hosting_webhook_else()}` : undefined}
      >
        <div className="flex items-center gap-2">
          <Select
            className="min-w-0 flex-1"
            value={repository}
            options={repositories.map((name) => ({ value: name, label: name }))}
            onChange={(name) => {
              setChosen(name);
              create.reset();
            }}
          />
          <Button type="submit" busy={create.isPending}>
            {m.code_hosting_webhook_create()}
          </Button>
        </div>
      </Field>
    </form>
  );
}

/** The secret is seen here alone; GitHub's form asks for both. */
function Shown({ secret, address, onClose }: { secret: string; address: string; onClose(): void }) {
  return (
    <Dialog
      open
      stays
      onClose={onClose}
      title={m.code_hosting_webhook_secret_title()}
      body={m.code_hosting_webhook_secret_body()}
      footer={<Button onClick={onClose}>{m.projects_done()}</Button>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Copied label={m.code_hosting_webhook_address()} text={address} />
        <Copied label={m.code_hosting_webhook_secret()} text={secret} />
        <p className="text-muted">{m.code_hosting_webhook_steps()}</p>
      </div>
    </Dialog>
  );
}
const Copied = ({ label, text }: { label: string; text: string }) => (
  <div>
    <p className="mb-1 text-sm font-medium">{label}</p>
    <div className="flex items-center gap-2">
      <code className="min-w-0 flex-1 rounded-sm bg-subtle px-2.5 py-1.5 font-mono text-xs wrap-anywhere select-all">{text}</code>
      <CopyButton text={text} />
    </div>
  </div>
);
