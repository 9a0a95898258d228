// Adding and removing tags as actions that members can prepare.
import type { PropsOf } from "#dashboard/screen.ts";
import { m } from "#messages";
import type { actionField } from "#modules/bulk-actions/views";
import { useEffect } from "react";
import { TAGS } from "../../contract.ts";
import { useTags } from "../queries.ts";

/** A project without tags has nothing to choose. */
export function TagActionFields({ projectId, declare }: PropsOf<typeof actionField>) {
  const { data } = useTags(projectId, undefined);
  useEffect(() => {
    const options = (data?.items ?? [])
      .filter(({ state }) => state === "active")
      .map(({ id, name }) => ({ value: id as string, label: name }));
    if (options.length === 0) return;
    for (const how of ["add", "remove"] as const)
      declare({
        ...{ name: `${TAGS}.${how}`, action: TAGS, options, several: true },
        label: how === "add" ? m.tags_action_add() : m.tags_action_remove(),
        valueOf: (chosen) => ({ [how]: chosen }),
        chosenIn(value) {
          const ids = (value as { readonly [way in typeof how]?: readonly string[] })[how] ?? [];
          return ids.length === 0 ? undefined : ids;
        },
      });
  }, [data, declare]);
  return null;
}
