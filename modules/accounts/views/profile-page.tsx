// Settings page with the name and address of the signed-in person.
import { type FormEvent, useState } from "react";
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { BrowserSection } from "#dashboard/browser-section.tsx";
import { useMe } from "#dashboard/session.tsx";
import { Avatar } from "#dashboard/ui/avatar.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { Page, Section } from "#dashboard/ui/page.tsx";
import { UnsavedChanges } from "#dashboard/ui/unsaved-changes.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { changeName, readMe } from "../contract.ts";
import { AddressSection } from "./address-section.tsx";
import { LanguageSection } from "./language-section.tsx";

/** Customers see this name next to replies. */
export default function ProfilePage() {
  const me = useMe();
  const [name, setName] = useState(me.name);
  const save = useRouteMutation(changeName, {
    suppressToast: true,
    invalidates: [readMe],
    done: ({ person }) => {
      // The server trims it.
      setName(person.name);
      toast({ tone: "ok", title: m.accounts_saved() });
    },
  });
  const changed = name.trim() !== me.name;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ body: { name } });
  };
  return (
    <Page title={m.accounts_profile_title()}>
      <Section title={m.accounts_name()} lead={m.accounts_name_lead()}>
        <div className="flex items-center gap-3">
          <Avatar id={me.id} name={name || me.name} size={40} />
          <div className="min-w-0">
            <p dir="auto" className="truncate text-md font-semibold">
              {name || me.name}
            </p>
            <p className="truncate text-muted">{me.email}</p>
          </div>
        </div>
        <form onSubmit={submit} className="flex flex-wrap items-start gap-2">
          <UnsavedChanges when={changed} />
          <Field
            className="min-w-0 flex-1 basis-60"
            hideLabel
            label={m.accounts_name()}
            error={issueOf(save.error, "name") ?? refusalOf(save.error)}
          >
            <TextInput dir="auto" value={name} required limit={80} autoComplete="name" onChange={(event) => setName(event.target.value)} />
          </Field>
          <Button type="submit" variant="primary" className="h-9" busy={save.isPending} disabled={!changed}>
            {m.accounts_save()}
          </Button>
        </form>
      </Section>
      <AddressSection />
      <LanguageSection />
      <BrowserSection />
    </Page>
  );
}
