// Field for one address. Matching contacts are offered in the browser's own list.
import { useRouteQuery } from "#dashboard/api.ts";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { type Contact, listContacts } from "#modules/contacts/contract";
import { type ReactNode, useDeferredValue, useId } from "react";

interface AddressFieldProps {
  readonly projectId: string;
  readonly label: string;
  readonly value: string;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** Offered in addition to contacts, such as members. */
  readonly others?: readonly { readonly name: string; readonly email: string }[];
  /** Called with each change of the text. */
  onWrite(value: string): void;
}

/** Contacts of the project whose name or address begins with the text. */
export function useContacts(projectId: string, text: string): readonly Contact[] {
  const q = useDeferredValue(text.trim());
  return (
    useRouteQuery(listContacts, { params: { projectId }, query: { q } }, { enabled: q.length > 1, staleTime: 30_000 }).data?.items ?? []
  );
}

export function AddressField({ projectId, label, value, hint, error, others = [], onWrite }: AddressFieldProps) {
  const id = useId();
  const contacts = useContacts(projectId, value);
  const offered = [...others, ...contacts.flatMap(({ name, email }) => (email === null ? [] : [{ name: name ?? "", email }]))];
  return (
    <Field label={label} hint={hint} error={error}>
      <TextInput
        type="email"
        value={value}
        onChange={(event) => onWrite(event.target.value)}
        list={id}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        dir="auto"
      />
      <datalist id={id}>
        {[...new Map(offered.map((one) => [one.email, one])).values()].slice(0, 20).map(({ name, email }) => (
          <option key={email} value={email}>
            {name}
          </option>
        ))}
      </datalist>
    </Field>
  );
}
