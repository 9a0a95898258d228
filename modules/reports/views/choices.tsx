// What a report is about: its days, and a group of conversations or everything. Both stand in the address.
import { useState } from "react";
import { useRouteQuery } from "#dashboard/api.ts";
import { useMe, useProject } from "#dashboard/session.tsx";
import { Field, Select, TextInput } from "#dashboard/ui/field.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { m } from "#messages";
import { listTags } from "#modules/tags/contract";
import { listTeams } from "#modules/teams/contract";
import { dateOf, DIMENSIONS, type Dimension, PERIODS } from "../contract.ts";
import { CHANNELS } from "./words.ts";

/** What stands in the address. */
export interface Chosen {
  readonly days: "7" | "30" | "90";
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly of?: string | undefined;
  readonly by: Dimension;
}
const isText = (value: unknown): value is string => typeof value === "string";
export function chosenIn(search: Readonly<Record<string, unknown>>): Chosen {
  const days = PERIODS.map((period) => `${period}` as const).find((period) => period === String(search["days"])) ?? "30";
  const [from, until, of] = [search["from"], search["until"], search["of"]];
  const by = DIMENSIONS.find((dimension) => dimension === search["by"]) ?? "team";
  return { days, by, ...(isText(from) && isText(until) ? { from, until } : {}), ...(isText(of) ? { of } : {}) };
}

interface ChoicesProps {
  readonly chosen: Chosen;
  /** The days that are shown now, for the first chosen dates. */
  readonly shown: { readonly from: string; readonly until: string } | undefined;
  readonly seesMembers: boolean;
  onChange(chosen: Chosen): void;
}
export function Choices({ chosen, shown, seesMembers, onChange }: ChoicesProps) {
  const isDates = chosen.from !== undefined;
  const period = isDates ? "dates" : chosen.days;
  return (
    <div className="mb-5 grid gap-4">
      <Tabs<Chosen["days"] | "dates">
        label={m.reports_period()}
        value={period}
        onChange={(value) => {
          const { from: _from, until: _until, ...rest } = chosen;
          onChange(
            value === "dates"
              ? { ...rest, ...(shown ? { from: shown.from, until: shown.until } : datesOf(chosen.days)) }
              : { ...rest, days: value },
          );
        }}
        tabs={[
          ...PERIODS.map((days) => ({ value: `${days}` as const, label: m.reports_days({ days }) })),
          { value: "dates", label: m.reports_dates() },
        ]}
      />
      <div className="flex flex-wrap items-end gap-4">
        {isDates && <Dates chosen={chosen} onChange={onChange} />}
        <GroupChoice chosen={chosen} seesMembers={seesMembers} onChange={onChange} />
      </div>
    </div>
  );
}

/** The last days by the clock of the browser, while those of the project are not read yet. */
function datesOf(days: Chosen["days"]): { readonly from: string; readonly until: string } {
  const today = Math.floor(Date.now() / 86_400_000);
  return { from: dateOf(today - Number(days) + 1), until: dateOf(today) };
}

/** Takes over the dates when both fields are left, or with Enter, if they are in order: while a year is typed it is another year. */
function Dates({ chosen, onChange }: Pick<ChoicesProps, "chosen" | "onChange">) {
  const [typed, setTyped] = useState<{ readonly from?: string; readonly until?: string }>({});
  const dates = { from: typed.from ?? chosen.from ?? "", until: typed.until ?? chosen.until ?? "" };
  const change = (part: typeof typed): void => setTyped({ ...typed, ...part });
  const take = (): void => {
    const { from, until } = dates;
    if (from === "" || until === "" || from > until || (from === chosen.from && until === chosen.until)) return;
    onChange({ ...chosen, from, until });
    setTyped({});
  };
  return (
    <div
      className="flex flex-wrap items-end gap-4"
      onBlur={(event) => void (event.currentTarget.contains(event.relatedTarget) || take())}
      onKeyDown={(event) => void (event.key === "Enter" && take())}
    >
      <Field label={m.reports_from()}>
        <TextInput type="date" value={dates.from} onChange={(event) => change({ from: event.target.value })} />
      </Field>
      <Field label={m.reports_until()}>
        <TextInput type="date" value={dates.until} onChange={(event) => change({ until: event.target.value })} />
      </Field>
    </div>
  );
}

function GroupChoice({ chosen, seesMembers, onChange }: Omit<ChoicesProps, "shown">) {
  const { id: projectId, members } = useProject();
  const me = useMe();
  const { data: teams } = useRouteQuery(listTeams, { params: { projectId } as never });
  const { data: tags } = useRouteQuery(listTags, { params: { projectId } as never });
  const options = [
    { value: "", label: m.reports_everything() },
    ...(teams?.items ?? []).map(({ id, name }) => ({ value: `team:${id}`, label: m.reports_of_team({ name: plain(name) }) })),
    ...members
      .filter(({ accountId }) => seesMembers || accountId === me.id)
      .map(({ accountId, name }) => ({
        value: `operator:${accountId}`,
        label: m.reports_of_operator({ name: plain(name) }),
      })),
    ...Object.entries(CHANNELS).map(([channel, name]) => ({ value: `channel:${channel}`, label: m.reports_of_channel({ name: name() }) })),
    ...(tags?.items ?? [])
      .filter(({ mergedInto }) => mergedInto === null)
      .map(({ id, name }) => ({ value: `tag:${id}`, label: m.reports_of_tag({ name: plain(name) }) })),
  ];
  const value = chosen.of ?? "";
  const isListed = options.some((option) => option.value === value);
  return (
    <Field label={m.reports_show()}>
      <Select
        value={value}
        onChange={(of) => {
          const { of: _of, ...rest } = chosen;
          onChange(of === "" ? rest : { ...rest, of });
        }}
        options={isListed ? options : [...options, { value, label: m.reports_of_chosen() }]}
        className="max-w-full min-w-56"
      />
    </Field>
  );
}
