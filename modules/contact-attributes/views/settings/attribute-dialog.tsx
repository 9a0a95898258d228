// The dialog that creates or edits an attribute.
import { type FormEvent, useState } from "react";
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { DialogFooter } from "#dashboard/ui/dialog-footer.tsx";
import { Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { m } from "#messages";
import {
  type Attribute,
  type AttributeType,
  changeAttribute,
  createAttribute,
  listAttributes,
  MAX_CHOICE,
  MAX_CHOICES,
  MAX_KEY,
  MAX_LABEL,
} from "../../contract.ts";
import { TYPES } from "../types.ts";

/** A key that follows from the label until somebody types their own: "Plan since" gives "plan_since". */
const keyOf = (label: string): string =>
  label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, MAX_KEY);
const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

export function AttributeDialog({
  projectId,
  attribute,
  onClose,
}: {
  projectId: string;
  attribute: Attribute | undefined;
  onClose(): void;
}) {
  const [label, setLabel] = useState(attribute?.label ?? "");
  const [ownKey, setOwnKey] = useState<string>();
  const [type, setType] = useState<AttributeType>(attribute?.type ?? "text");
  const [choices, setChoices] = useState(attribute?.choices.join("\n") ?? "");
  const [clientId] = useState(() => crypto.randomUUID());
  const options = {
    suppressToast: true,
    invalidates: [listAttributes],
    done: () => {
      toast({
        tone: "ok",
        title: attribute ? m.contact_attributes_did_save({ name: label }) : m.contact_attributes_did_create({ name: label }),
      });
      onClose();
    },
  };
  const create = useRouteMutation(createAttribute, options);
  const change = useRouteMutation(changeAttribute, options);
  const error = attribute ? change.error : create.error;
  const key = ownKey ?? keyOf(label);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const picked = type === "choice" ? linesOf(choices) : [];
    if (attribute)
      change.mutate({
        params: { projectId, attributeId: attribute.id } as never,
        body: { label, choices: picked, archived: attribute.archived },
      });
    else create.mutate({ params: { projectId } as never, body: { clientId, key, label, type, choices: picked } });
  };
  return (
    <Dialog open onClose={onClose} title={attribute ? m.contact_attributes_edit() : m.contact_attributes_new()}>
      <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
        <Field label={m.contact_attributes_label()} error={issueOf(error, "label")}>
          <TextInput dir="auto" value={label} limit={MAX_LABEL} autoComplete="off" onChange={(event) => setLabel(event.target.value)} />
        </Field>
        {attribute ? (
          <p className="text-muted">
            {TYPES[type].label()} · <code className="font-mono">{attribute.key}</code>
          </p>
        ) : (
          <>
            <Field label={m.contact_attributes_type()} hint={m.contact_attributes_type_hint()} error={issueOf(error, "type")}>
              <Select
                value={type}
                options={Object.entries(TYPES).map(([value, { label: name }]) => ({ value, label: name() }))}
                onChange={(value) => setType(value as AttributeType)}
              />
            </Field>
            <Field label={m.contact_attributes_key()} hint={m.contact_attributes_key_hint()} error={issueOf(error, "key")}>
              <TextInput
                value={key}
                limit={MAX_KEY}
                autoComplete="off"
                spellCheck={false}
                className="font-mono"
                onChange={(event) => setOwnKey(event.target.value)}
              />
            </Field>
          </>
        )}
        {type === "choice" && (
          <Field
            label={m.contact_attributes_choices()}
            hint={m.contact_attributes_choices_hint({ most: MAX_CHOICES, length: MAX_CHOICE })}
            error={choiceIssue(error)}
          >
            <TextArea dir="auto" value={choices} rows={4} onChange={(event) => setChoices(event.target.value)} />
          </Field>
        )}
        <DialogFooter
          problem={refusalOf(error)}
          busy={create.isPending || change.isPending}
          label={attribute ? m.contact_attributes_save() : m.contact_attributes_create()}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

/** Of all choices, or of one of them. */
const choiceIssue = (error: unknown): string | undefined =>
  issueOf(error, "choices") ??
  Array.from({ length: MAX_CHOICES }, (_, i) => issueOf(error, `choices.${i}`)).find((each) => each !== undefined);
