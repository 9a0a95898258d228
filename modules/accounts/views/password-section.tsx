// Settings section to change the password.
import { Eye, EyeOff } from "lucide-react";
import { type FormEvent, useState } from "react";
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { useMe } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { UnsavedChanges } from "#dashboard/ui/unsaved-changes.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { changePassword, listSessions } from "../contract.ts";

/** The password can be shown, so it has to be typed only once. */
export function PasswordSection() {
  const me = useMe();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [shown, setShown] = useState(false);
  const change = useRouteMutation(changePassword, {
    suppressToast: true,
    invalidates: [listSessions],
    done: ({ endedSessions }) => {
      setCurrent("");
      setNext("");
      toast({
        tone: "ok",
        title: m.accounts_password_changed(),
        body: endedSessions > 0 ? m.accounts_sessions_ended({ count: endedSessions }) : undefined,
      });
    },
  });
  const typed = current !== "" || next !== "";
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate({ body: { current, next } });
  };
  const type = shown ? "text" : "password";
  return (
    <Section title={m.accounts_password()} lead={m.accounts_password_lead()}>
      <form onSubmit={submit} className="grid max-w-90 gap-4">
        <UnsavedChanges when={typed} />
        <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
        <Field label={m.accounts_password_current()} error={issueOf(change.error, "current")}>
          <TextInput
            type={type}
            value={current}
            required
            limit={128}
            autoComplete="current-password"
            onChange={(event) => setCurrent(event.target.value)}
          />
        </Field>
        <Field label={m.accounts_password_next()} hint={m.accounts_password_hint()} error={issueOf(change.error, "next")}>
          <TextInput
            type={type}
            value={next}
            required
            minLength={12}
            limit={128}
            autoComplete="new-password"
            onChange={(event) => setNext(event.target.value)}
          />
        </Field>
        {refusalOf(change.error) && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad-text">
            {refusalOf(change.error)}
          </p>
        )}
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={change.isPending} disabled={!typed}>
            {m.accounts_password_change()}
          </Button>
          <Button variant="ghost" icon={shown ? EyeOff : Eye} aria-pressed={shown} onClick={() => setShown(!shown)}>
            {m.accounts_password_show()}
          </Button>
        </div>
      </form>
    </Section>
  );
}
