// Dialog to edit question and answer before they are saved.
import { refusalOf, useRouteQuery, useRouteMutation } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Field, Select } from "#dashboard/ui/field.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import { chooseAnswer, listItems, listSources, readSource } from "../../contract.ts";
import { TextFields } from "../source/text-fields.tsx";
import { audienceName } from "../labels.ts";

export function SaveAnswerDialog({
  projectId,
  messageId,
  answer,
  onClose,
}: {
  projectId: string;
  messageId: string;
  answer: string;
  onClose(): void;
}) {
  const may = useProject().mayI("admin");
  const [value, setValue] = useState({ title: "", content: answer });
  const [picked, setPicked] = useState<{ readonly locale?: string; readonly sourceId?: string }>({});
  const [clientId] = useState(() => crypto.randomUUID());
  const { data } = useRouteQuery(listSources, { params: { projectId } });
  const kept = data?.items.filter(({ kind }) => kind === "answers") ?? [];
  const languages = [...new Set([...(data?.languages ?? []), ...kept.map((source) => source.locale)])];
  const locale = picked.locale ?? languages[0];
  const sources = kept.filter((source) => source.locale === locale);
  const sourceId = picked.sourceId ?? sources[0]?.id;
  const choose = useRouteMutation(chooseAnswer, {
    suppressToast: true,
    invalidates: [listSources, readSource, listItems],
    done: ({ item }) => {
      onClose();
      toast({ tone: "ok", title: item.state === "draft" ? m.knowledge_use_draft_done() : m.knowledge_use_done() });
    },
  });
  const save = (publish: boolean): void =>
    choose.mutate({
      params: { projectId },
      body: { clientId, messageId, question: value.title, answer: value.content, publish, sourceId, locale },
    });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save(may);
  };
  const refused = refusalOf(choose.error);
  return (
    <Dialog open onClose={onClose} title={m.knowledge_use_title()} body={m.knowledge_use_body()} size="lg">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextFields
          value={value}
          onChange={setValue}
          titleLabel={m.knowledge_question()}
          textLabel={m.knowledge_answer()}
          error={choose.error}
        />
        {data && (
          <div className="grid gap-4 sm:grid-cols-2">
            {languages.length > 1 && (
              <Field label={m.knowledge_language()}>
                <Select
                  value={locale ?? ""}
                  options={languages.map((each) => ({ value: each, label: languageName(each) }))}
                  onChange={(language) => setPicked({ locale: language })}
                />
              </Field>
            )}
            {sources.length > 0 ? (
              <Field label={m.knowledge_use_where()}>
                <Select
                  value={sourceId ?? ""}
                  options={sources.map(({ id, name, audience }) => ({ value: id, label: `${name} (${audienceName[audience]()})` }))}
                  onChange={(id) => setPicked({ ...picked, sourceId: id })}
                />
              </Field>
            ) : (
              <p className={`text-sm text-muted ${languages.length > 1 ? "self-end pb-2" : "sm:col-span-2"}`}>{m.knowledge_use_new()}</p>
            )}
          </div>
        )}
        {refused && (
          <p role="alert" className="text-bad-text">
            {refused}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{m.knowledge_cancel()}</Button>
          <Button {...(may ? {} : { variant: "primary" as const })} busy={choose.isPending} onClick={() => save(false)}>
            {m.knowledge_save_draft()}
          </Button>
          {may && (
            <Button type="submit" variant="primary" busy={choose.isPending}>
              {m.knowledge_publish()}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
