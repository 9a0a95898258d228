// Chooses which entries of the audit log are shown: whose, of what, and of which days.
import { useState } from "react";
import { locale } from "#dashboard/locale.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { type AuditAreas, screenOf } from "./areas.ts";

/** As the address has them; `from` and `until` are days of the browser's time zone, both shown. */
export interface Chosen {
  readonly by?: string | undefined;
  readonly area?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}
const NAMES = ["by", "area", "from", "until"] as const;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** What the address asks for; what could not be asked is left out. */
export function chosenIn(search: Readonly<Record<string, unknown>>): Chosen {
  const { by, area, from, until } = Object.fromEntries(
    NAMES.map((name) => [name, search[name] === undefined ? undefined : String(search[name])]),
  );
  return {
    ...(by !== undefined && /^acc_\w{26}$/.test(by) ? { by } : {}),
    ...(area !== undefined && /^[a-z_]{1,40}$/.test(area) ? { area } : {}),
    ...(from !== undefined && DAY.test(from) ? { from } : {}),
    ...(until !== undefined && DAY.test(until) ? { until } : {}),
  };
}
/** The same for the server, with times instead of days. */
export function queryOf({ from, until, ...rest }: Chosen): Record<string, string> {
  const begin = from === undefined ? undefined : startOf(from, 0);
  const end = until === undefined ? undefined : startOf(until, 1);
  return {
    ...(rest as Record<string, string>),
    ...(begin === undefined ? {} : { from: begin }),
    ...(end === undefined ? {} : { until: end }),
  };
}
function startOf(day: string, later: number): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const at = new Date(year, month - 1, date + later);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

interface FiltersProps {
  readonly chosen: Chosen;
  readonly areas: AuditAreas;
  /** People of entries who are no members any more. */
  readonly others: ReadonlyMap<string, string>;
  onChange(chosen: Chosen): void;
}
export function Filters({ chosen, areas, others, onChange }: FiltersProps) {
  const { id: projectId, members } = useProject();
  const people = new Map([...others, ...members.map(({ accountId, name }) => [accountId as string, name] as const)]);
  const byLabel = (a: { label: string }, b: { label: string }): number => a.label.localeCompare(b.label, locale);
  const persons = [...people].map(([value, name]) => ({ value, label: plain(name) })).toSorted(byLabel);
  const listed = Object.keys(areas)
    .map((value) => ({ value, label: screenOf(areas, value, projectId).title }))
    .toSorted(byLabel);
  const set = (part: Chosen): void =>
    onChange(Object.fromEntries(Object.entries({ ...chosen, ...part }).filter(([, value]) => value !== undefined && value !== "")));
  return (
    <div className="grid grid-cols-1 items-end gap-4 sm:flex sm:flex-wrap">
      <Field label={m.projects_audit_who()} className="sm:w-48">
        <Select
          value={chosen.by ?? ""}
          onChange={(by) => set({ by })}
          options={[{ value: "", label: m.projects_audit_anybody() }, ...persons]}
        />
      </Field>
      <Field label={m.projects_audit_area()} className="sm:w-56">
        <Select
          value={chosen.area ?? ""}
          onChange={(area) => set({ area })}
          options={[{ value: "", label: m.projects_audit_all_areas() }, ...listed]}
        />
      </Field>
      <Day key={`from ${chosen.from}`} label={m.projects_audit_from()} day={chosen.from} onTake={(from) => set({ from })} />
      <Day key={`until ${chosen.until}`} label={m.projects_audit_until()} day={chosen.until} onTake={(until) => set({ until })} />
      {Object.keys(chosen).length > 0 && (
        <Button variant="ghost" onClick={() => onChange({})}>
          {m.projects_audit_clear()}
        </Button>
      )}
    </div>
  );
}
/** Taken over when the field is left, or with Enter: while a year is typed it is another year. */
function Day({ label, day = "", onTake }: { label: string; day?: string | undefined; onTake(day: string): void }) {
  const [typed, setTyped] = useState(day);
  const take = (): void => void (typed === day || onTake(typed));
  return (
    <Field label={label}>
      <TextInput
        type="date"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => void (event.key === "Enter" && take())}
      />
    </Field>
  );
}
