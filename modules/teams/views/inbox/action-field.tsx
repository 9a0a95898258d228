// The team as an action that members can prepare.
import type { PropsOf } from "#dashboard/screen.ts";
import { m } from "#messages";
import type { actionField } from "#modules/bulk-actions/views";
import { useEffect } from "react";
import { TEAM } from "../../contract.ts";
import { useTeams } from "../queries.ts";

const NONE = "none";

/** A project without teams has nothing to choose. */
export function TeamActionField({ projectId, declare }: PropsOf<typeof actionField>) {
  const { data } = useTeams(projectId);
  useEffect(() => {
    const teams = data?.items.filter(({ state }) => state === "active") ?? [];
    if (teams.length === 0) return;
    declare({
      ...{ name: TEAM, action: TEAM, label: m.teams_field() },
      options: [...teams.map(({ id, name }) => ({ value: id, label: name })), { value: NONE, label: m.teams_field_none() }],
      valueOf: ([chosen]) => ({ teamId: chosen === NONE ? null : chosen }),
      chosenIn: (value) => [(value as { teamId: string | null }).teamId ?? NONE],
    });
  }, [data, declare]);
  return null;
}
