// Creates a collection, or edits its name and description in each language.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { type Collection, createCollection, MAX_SUMMARY, MAX_TITLE, saveCollectionText } from "../contract.ts";
import { rereadLists } from "./queries.ts";

interface Props {
  readonly projectId: string;
  readonly locale: string;
  readonly locales: readonly string[];
  /** The collection to edit; without it a new one is created. */
  readonly collection?: Collection;
  onClose(): void;
}
export function CollectionDialog({ projectId, locale: first, locales, collection, onClose }: Props) {
  const [locale, setLocale] = useState(first);
  const textIn = (tag: string) => collection?.texts.find((text) => text.locale === tag);
  const [name, setName] = useState(textIn(first)?.name ?? "");
  const [description, setDescription] = useState(textIn(first)?.description ?? "");
  const [clientId] = useState(() => crypto.randomUUID());
  const done = (): void => {
    void rereadLists(projectId);
    onClose();
  };
  const create = useRouteMutation(createCollection, { suppressToast: true, done });
  const save = useRouteMutation(saveCollectionText, { suppressToast: true, done });
  const error = create.error ?? save.error;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (collection) save.mutate({ params: { projectId, collectionId: collection.id, locale }, body: { name, description } });
    else create.mutate({ params: { projectId }, body: { clientId, locale, name, description } });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={collection ? m.help_rename_collection() : m.help_new_collection()}
      body={m.help_collection_hint()}
    >
      <form onSubmit={submit} className="grid gap-4">
        {locales.length > 1 && (
          <Field label={m.help_language()}>
            <Select
              value={locale}
              options={locales.map((value) => ({ value, label: languageName(value) }))}
              onChange={(next) => {
                setLocale(next);
                setName(textIn(next)?.name ?? "");
                setDescription(textIn(next)?.description ?? "");
              }}
            />
          </Field>
        )}
        <Field label={m.help_name()} error={issueOf(error, "name")}>
          <TextInput value={name} onChange={(event) => setName(event.target.value)} limit={MAX_TITLE} dir="auto" required />
        </Field>
        <Field label={m.help_description()} error={issueOf(error, "description")}>
          <TextArea value={description} onChange={(event) => setDescription(event.target.value)} limit={MAX_SUMMARY} dir="auto" />
        </Field>
        {refusalOf(error) && (
          <p role="alert" className="text-bad-text">
            {refusalOf(error)}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{m.dashboard_cancel()}</Button>
          <Button type="submit" variant="primary" busy={create.isPending || save.isPending}>
            {collection ? m.help_save() : m.help_create()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
