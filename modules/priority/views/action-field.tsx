// Priority as an action that members can prepare.
import type { PropsOf } from "#dashboard/screen.ts";
import { m } from "#messages";
import type { actionField } from "#modules/bulk-actions/views";
import { useEffect } from "react";
import { PRIORITY } from "../contract.ts";
import { CHOICES, NAMES } from "./priority.tsx";

export function PriorityActionField({ declare }: PropsOf<typeof actionField>) {
  useEffect(
    () =>
      declare({
        ...{ name: PRIORITY, action: PRIORITY, label: m.priority_field() },
        options: [...CHOICES, "none" as const].map((value) => ({ value, label: NAMES[value]() })),
        valueOf: ([priority]) => ({ priority }),
        chosenIn: (value) => [(value as { priority: string }).priority],
      }),
    [declare],
  );
  return null;
}
