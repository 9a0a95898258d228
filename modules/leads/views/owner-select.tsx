// Chooses the member who takes care of a lead.
import { useMe, useProject } from "#dashboard/session.tsx";
import { Select } from "#dashboard/ui/field.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";

interface Props {
  /** An account; empty for nobody. */
  readonly value: string;
  onChange(value: string): void;
}
/** The members, me first. Somebody who has left the project stays chosen until another is. */
export function OwnerSelect({ value, onChange }: Props) {
  const me = useMe().id;
  const { members } = useProject();
  const others = members.filter(({ accountId }) => accountId !== me);
  const known = value === "" || members.some(({ accountId }) => accountId === value);
  return (
    <Select
      value={value}
      onChange={onChange}
      options={[
        { value: "", label: m.leads_nobody() },
        { value: me, label: m.leads_me() },
        ...others.map(({ accountId, name }) => ({ value: accountId, label: plain(name) })),
        ...(known ? [] : [{ value, label: m.leads_former() }]),
      ]}
    />
  );
}
/** The name of the member who takes care of a lead; undefined for nobody. */
export function useOwnerName(): (ownerId: string | null) => string | undefined {
  const me = useMe().id;
  const { members } = useProject();
  return (ownerId) => {
    if (ownerId === null) return undefined;
    if (ownerId === me) return m.leads_me();
    const name = members.find(({ accountId }) => accountId === ownerId)?.name;
    return name === undefined ? m.leads_former() : plain(name);
  };
}
