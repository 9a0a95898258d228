// The settings of one pool, who takes part in it, and how many conversations wait.
import { queryClient, reading, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Checkbox, Field, Select, Switch, TextInput } from "#dashboard/ui/field.tsx";
import { FormFooter } from "#dashboard/ui/form-footer.tsx";
import { Section } from "#dashboard/ui/page.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { type FormEvent, useState } from "react";
import {
  type AutoAssignment,
  changeAutoAssignment,
  MAX_CAP,
  type Mode,
  MODES,
  type Pool,
  type PoolMember,
  readAutoAssignment,
} from "../contract.ts";

interface Form {
  readonly mode: Mode;
  /** As it is typed. */
  readonly cap: string;
  readonly withinHours: boolean;
  readonly leftOut: readonly PoolMember["accountId"][];
}
const formOf = ({ mode, cap, withinHours, members }: Pool): Form => ({
  ...{ mode, cap: cap === null ? "" : String(cap), withinHours },
  leftOut: members.filter(({ state }) => state === "left_out").map(({ accountId }) => accountId),
});
const textOf = (form: Form): string => JSON.stringify({ ...form, leftOut: form.leftOut.toSorted() });
/** Undefined for what is no cap. */
function capOf(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const number = /^\d{1,3}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return number >= 1 && number <= MAX_CAP ? number : undefined;
}
const LABELS = { off: m.auto_assignment_off, turn: m.auto_assignment_turn, balanced: m.auto_assignment_balanced };
const HINTS = { off: m.auto_assignment_off_hint, turn: m.auto_assignment_turn_hint, balanced: m.auto_assignment_balanced_hint };
const HOURS = { none: m.auto_assignment_hours_none, open: m.auto_assignment_hours_open, closed: m.auto_assignment_hours_closed };

interface PoolProps {
  readonly projectId: string;
  readonly stored: Pool;
  readonly hours: AutoAssignment["hours"];
  readonly may: boolean;
}
export function PoolForm({ projectId, stored, hours, may }: PoolProps) {
  const params = { projectId } as never;
  const [begun, setBegun] = useState(stored);
  const [form, setForm] = useState(() => formOf(stored));
  const take = (now: AutoAssignment): void => {
    queryClient.setQueryData(reading(readAutoAssignment, { params }).queryKey, now);
    const pool = now.pools.find(({ teamId }) => teamId === stored.teamId);
    if (!pool) return;
    setBegun(pool);
    setForm(formOf(pool));
  };
  const save = useRouteMutation(changeAutoAssignment, {
    suppressToast: true,
    done: (now) => {
      take(now);
      toast({ tone: "ok", title: m.auto_assignment_saved() });
    },
  });
  const set = (part: Partial<Form>): void => setForm({ ...form, ...part });
  const cap = capOf(form.cap);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (cap === undefined) return;
    const { mode, withinHours, leftOut } = form;
    save.mutate({ params, body: { teamId: stored.teamId, mode, cap, withinHours, leftOut: [...leftOut], revision: begun.revision } });
  };
  const isLate = save.error instanceof CallError && save.error.problem.code === "conflict";
  const reload = async (): Promise<void> => {
    save.reset();
    take(await queryClient.fetchQuery({ ...reading(readAutoAssignment, { params }), staleTime: 0 }));
  };
  const isOn = form.mode !== "off";
  return (
    <form onSubmit={submit} noValidate>
      <Section title={stored.teamName ?? m.auto_assignment_no_pool()}>
        <Field label={m.auto_assignment_mode()} hint={HINTS[form.mode]()}>
          <Select
            value={form.mode}
            disabled={!may}
            options={MODES.map((mode) => ({ value: mode, label: LABELS[mode]() }))}
            onChange={(mode) => set({ mode: mode as Mode })}
          />
        </Field>
        {isOn && (
          <>
            <Field
              label={m.auto_assignment_cap()}
              hint={m.auto_assignment_cap_hint()}
              error={cap === undefined ? m.auto_assignment_cap_wrong() : undefined}
            >
              <TextInput
                value={form.cap}
                readOnly={!may}
                inputMode="numeric"
                autoComplete="off"
                onChange={(event) => set({ cap: event.target.value })}
              />
            </Field>
            <Switch
              label={m.auto_assignment_hours()}
              hint={HOURS[hours]()}
              checked={form.withinHours}
              disabled={!may}
              onChange={(withinHours) => set({ withinHours })}
            />
            <Members pool={stored} cap={begun.cap} form={form} may={may} onChange={(leftOut) => set({ leftOut })} />
            <p className="text-muted">
              {stored.waiting === 0 ? m.auto_assignment_none_waiting() : m.auto_assignment_waiting({ count: stored.waiting })}
            </p>
          </>
        )}
        {isLate && (
          <div>
            <Button onClick={() => void reload()}>{m.auto_assignment_reload()}</Button>
          </div>
        )}
        {may && (
          <FormFooter
            problem={save.error ? messageOf(save.error) : undefined}
            changed={textOf(form) !== textOf(formOf(begun))}
            busy={save.isPending}
            invalid={cap === undefined}
            onDiscard={() => {
              save.reset();
              setForm(formOf(begun));
            }}
          />
        )}
      </Section>
    </form>
  );
}

interface MembersProps {
  readonly pool: Pool;
  readonly cap: number | null;
  readonly form: Form;
  readonly may: boolean;
  onChange(leftOut: Form["leftOut"]): void;
}
function Members({ pool, cap, form: { leftOut }, may, onChange }: MembersProps) {
  if (pool.members.length === 0) return <p className="text-muted">{m.auto_assignment_nobody()}</p>;
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="mb-2 font-medium">{m.auto_assignment_members()}</legend>
      {pool.members.map((member) => {
        const isOut = leftOut.includes(member.accountId);
        const text = isOut ? m.auto_assignment_left_out() : stateText(member, cap);
        return pool.teamId === null ? (
          <Checkbox
            key={member.accountId}
            className="min-w-0 wrap-anywhere"
            label={member.name}
            hint={text}
            checked={!isOut}
            disabled={!may}
            onChange={(on) => onChange(on ? leftOut.filter((id) => id !== member.accountId) : [...leftOut, member.accountId])}
          />
        ) : (
          <p key={member.accountId} className="grid wrap-anywhere">
            <span>{member.name}</span>
            <span className="text-xs text-muted">{text}</span>
          </p>
        );
      })}
    </fieldset>
  );
}
function stateText({ state, open }: PoolMember, cap: number | null): string {
  if (state === "busy") return m.auto_assignment_busy({ open });
  if (state === "away") return m.auto_assignment_away({ open });
  if (state === "full" && cap !== null) return m.auto_assignment_full({ open, cap });
  return cap === null ? m.auto_assignment_available({ open }) : m.auto_assignment_available_cap({ open, cap });
}
