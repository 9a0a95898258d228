// Form in which members correct a contact's name and address.
import { call } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { changeContact, type Contact } from "../contract.ts";

export function ContactForm({ projectId, contact, onSaved }: { projectId: string; contact: Contact; onSaved(contact: Contact): void }) {
  const toast = useToast();
  const [name, setName] = useState(contact.name ?? "");
  const [email, setEmail] = useState(contact.email ?? "");
  const [wrong, setWrong] = useState<{ name?: string; email?: string }>({});
  const [busy, setBusy] = useState(false);
  const changed = name.trim() !== (contact.name ?? "") || email.trim() !== (contact.email ?? "");

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!changed || busy) return;
    setBusy(true);
    setWrong({});
    try {
      const body = { name: name.trim() || null, email: email.trim() || null };
      onSaved((await call(changeContact, { params: { projectId, contactId: contact.id }, body })).contact);
      toast({ title: m.contacts_saved(), tone: "ok" });
    } catch (cause) {
      const problem = cause instanceof CallError ? cause.problem : undefined;
      const issue = (path: string) => problem?.issues?.find((one) => one.path === path || one.path === `body.${path}`)?.message;
      const found = { name: issue("name"), email: issue("email") ?? (problem?.code === "conflict" ? problem.error : undefined) };
      setWrong(Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined)));
      if (!found.name && !found.email)
        toast({ title: m.contacts_not_saved(), body: cause instanceof Error ? cause.message : "", tone: "bad" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void save(event)} className="grid max-w-120 gap-4">
      <Field label={m.contacts_name()} {...(wrong.name ? { error: wrong.name } : {})}>
        <TextInput dir="auto" value={name} limit={120} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field
        label={m.contacts_email()}
        {...(contact.email && !contact.emailVerified ? { hint: m.contacts_unverified_hint() } : {})}
        {...(wrong.email ? { error: wrong.email } : {})}
      >
        <TextInput type="email" value={email} limit={254} autoComplete="off" onChange={(event) => setEmail(event.target.value)} />
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={busy} disabled={!changed}>
          {m.contacts_save()}
        </Button>
      </div>
    </form>
  );
}
