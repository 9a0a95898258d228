// Declares the attributes to the list of contacts, as columns and as a filter.
import { useRouteQuery } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { plain } from "#dashboard/ui/plain.ts";
import type { contactField } from "#modules/contacts/views";
import { useEffect } from "react";
import { listAttributes } from "../contract.ts";
import { valueText } from "./value-text.ts";

const FRESH = 5 * 60_000;

export default function DeclareFields({ projectId, declare }: PropsOf<typeof contactField>) {
  const { data } = useRouteQuery(listAttributes, { params: { projectId } as never }, { staleTime: FRESH });
  useEffect(() => {
    if (!data) return;
    declare(
      data.items
        .filter(({ archived }) => !archived)
        .map(({ key, label, type, choices }) => ({
          ...{ key, label: plain(label), type, choices },
          text: (value: string) => valueText(type, value),
        })),
    );
  }, [data, declare]);
  return null;
}
