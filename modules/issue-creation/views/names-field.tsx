// Several names out of a list that may be long: labels, assignees.
import { IconButton } from "#dashboard/ui/button.tsx";
import { Field, TextInput } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { X } from "lucide-react";
import { useId, useState } from "react";

interface NamesProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly chosen: readonly string[];
  readonly max: number;
  /** The list is not whole: other names are taken too. */
  readonly isOpen: boolean;
  onChange(chosen: string[]): void;
}
export function NamesField({ label, names, chosen, max, isOpen, onChange }: NamesProps) {
  const list = useId();
  const [typed, setTyped] = useState("");
  const [unknown, setUnknown] = useState(false);
  const left = names.filter((name) => !chosen.includes(name));
  function take(text: string): boolean {
    const wanted = text.trim();
    const name = names.find((one) => one.toLowerCase() === wanted.toLowerCase()) ?? (isOpen && wanted !== "" ? wanted : undefined);
    if (name === undefined) return false;
    if (!chosen.includes(name) && chosen.length < max) onChange([...chosen, name]);
    setTyped("");
    return true;
  }
  return (
    <div className="grid content-start gap-1.5">
      <Field label={label} error={unknown ? m.issue_creation_name_unknown() : undefined}>
        <TextInput
          value={typed}
          list={list}
          autoComplete="off"
          spellCheck={false}
          disabled={names.length === 0 && !isOpen}
          placeholder={names.length === 0 && !isOpen ? m.issue_creation_nothing_to_choose() : undefined}
          onChange={({ target }) => {
            setUnknown(false);
            // A choice from the list replaces the whole text at once.
            if (!(names.includes(target.value) && Math.abs(target.value.length - typed.length) > 1 && take(target.value)))
              setTyped(target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Also after a choice from the list was taken already: it ends the name, not the form.
            event.preventDefault();
            if (typed.trim() !== "" && !take(typed)) setUnknown(true);
          }}
          onBlur={() => typed.trim() !== "" && !take(typed) && setUnknown(true)}
        />
      </Field>
      <datalist id={list}>
        {left.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {chosen.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {chosen.map((name) => (
            <li key={name} className="flex max-w-full items-center gap-0.5 rounded-full bg-subtle ps-2.5 text-sm">
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {name}
              </span>
              <IconButton label={m.code_hosting_remove({ name })} icon={X} onClick={() => onChange(chosen.filter((one) => one !== name))} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
