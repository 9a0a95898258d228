// Settings section for the sign-in address: its verification and its change.
import { type FormEvent, useState } from "react";
import { issueOf, queryClient, refusalOf, useRouteQuery, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { ProblemState } from "#dashboard/ui/problem.tsx";
import { Bar, Skeleton } from "#dashboard/ui/skeleton.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import {
  type AccountAddress,
  changeAddress,
  listSessions,
  readAddress,
  readMe,
  sendConfirmation,
  withdrawAddressChange,
} from "../contract.ts";
import { MailState, usePollMail } from "./mail-state.tsx";

/** The old address stays valid until the link mailed to the new one is used, in this browser or any other. */
export function AddressSection() {
  const { data, error, refetch } = useRouteQuery(readAddress, {});
  const [changing, setChanging] = useState(false);
  const waiting = data?.confirmation?.state === "waiting" || data?.change?.mail?.state === "waiting";
  usePollMail(waiting, () => void refetch());
  const canMail = data !== undefined && data.missing.length === 0;
  return (
    <Section
      title={m.accounts_address()}
      lead={m.accounts_address_lead()}
      actions={
        <Button disabled={!canMail} onClick={() => setChanging(true)}>
          {m.accounts_address_change()}
        </Button>
      }
    >
      {data ? (
        <MailProgress data={data} canMail={canMail} />
      ) : error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton>
          <Bar className="h-10 w-full" />
        </Skeleton>
      )}
      {changing && <ChangeDialog onClose={() => setChanging(false)} />}
    </Section>
  );
}

function MailProgress({ data, canMail }: { data: AccountAddress; canMail: boolean }) {
  const send = useRouteMutation(sendConfirmation, {
    invalidates: [readAddress],
    done: () => toast({ tone: "ok", title: m.accounts_address_on_its_way({ email: data.email }) }),
  });
  const withdraw = useRouteMutation(withdrawAddressChange, {
    invalidates: [readAddress],
    done: () => toast({ tone: "ok", title: m.accounts_address_withdrawn() }),
  });
  const { confirmation, change } = data;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-60 gap-1">
          <p className="flex min-w-0 flex-wrap items-center gap-x-2">
            <span className="min-w-0 font-medium wrap-anywhere">{data.email}</span>
            {data.confirmedAt === null ? (
              <Chip tone="warn">{m.accounts_address_unconfirmed()}</Chip>
            ) : (
              <Chip tone="ok">{m.accounts_address_confirmed()}</Chip>
            )}
          </p>
          {confirmation && <MailState mail={confirmation} />}
        </div>
        {data.confirmedAt === null && (
          <Button disabled={!canMail} busy={send.isPending} onClick={() => send.mutate({ body: {} })}>
            {confirmation ? m.accounts_address_confirm_again() : m.accounts_address_confirm()}
          </Button>
        )}
      </div>
      {change && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-3">
          <div className="grid min-w-0 flex-1 basis-60 gap-1">
            <p className="wrap-anywhere">{m.accounts_address_pending({ email: change.email })}</p>
            {change.mail && <MailState mail={change.mail} />}
            <p className="text-xs text-muted">{m.accounts_address_until({ time: formatTime(change.expiresAt) })}</p>
          </div>
          <Button busy={withdraw.isPending} onClick={() => withdraw.mutate({})}>
            {m.accounts_address_withdraw()}
          </Button>
        </div>
      )}
      {!canMail && <p className="text-muted">{m.accounts_mail_missing({ names: data.missing.join(", ") })}</p>}
    </>
  );
}

function ChangeDialog({ onClose }: { onClose(): void }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const ask = useRouteMutation(changeAddress, {
    suppressToast: true,
    invalidates: [readAddress],
    done: () => {
      onClose();
      toast({ tone: "ok", title: m.accounts_address_on_its_way({ email: email.trim() }) });
      // The link may be opened in another window, so the account is read again when this one becomes visible.
      for (const route of [readMe, listSessions]) void queryClient.invalidateQueries({ queryKey: [route.name], refetchType: "none" });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    ask.mutate({ body: { email, password } });
  };
  return (
    <Dialog open onClose={onClose} title={m.accounts_address_change_title()} body={m.accounts_address_change_body()}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field label={m.accounts_address_new()} error={issueOf(ask.error, "email")}>
          <TextInput type="email" value={email} required autoComplete="email" onChange={(event) => setEmail(event.target.value)} />
        </Field>
        <Field label={m.accounts_password_current()} error={issueOf(ask.error, "password")}>
          <TextInput
            type="password"
            value={password}
            required
            autoComplete="current-password"
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {refusalOf(ask.error) && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
            {refusalOf(ask.error)}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant="primary" busy={ask.isPending}>
            {m.accounts_address_send()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
