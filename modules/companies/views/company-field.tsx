// The company of the contact as a field of conditions. There may be thousands: offered are those that are named, and others by a dialog.
import type { PropsOf } from "#dashboard/screen.ts";
import { store, useStore } from "#dashboard/store.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { queryClient } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { COMPANY, isChoice, MAX_VALUES, NONE } from "#modules/conversations/contract";
import type { viewField } from "#modules/inbox/views";
import { useQueries } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useEffect, useState } from "react";
import ChooseDialog from "./choose-dialog.tsx";
import { companyQuery } from "./queries.ts";

/** Companies that somebody chose in a builder whose conditions nobody says yet. */
const chosenHere = store<readonly { readonly projectId: string; readonly id: string }[]>([]);

export default function CompanyField({ projectId, conditions, declare }: PropsOf<typeof viewField>) {
  const chosen = useStore(chosenHere).flatMap((one) => (one.projectId === projectId ? one.id : []));
  const named = conditions.flatMap((one) => (isChoice(one) && one.field === COMPANY ? one.values : []));
  const ids = [...new Set([...named, ...chosen])].filter((id) => id !== NONE);
  const options = useQueries({
    queries: ids.map((id) => ({ ...companyQuery(projectId, id), staleTime: 60_000 })),
    // One that is gone is no option, so it is said to be no longer there. One that could not be read may be there.
    combine: (found) =>
      JSON.stringify(
        found.flatMap(({ data, error }, at) =>
          !data && error instanceof CallError && error.status === 404
            ? []
            : [{ value: ids[at] ?? "", label: data ? plain(data.name) : "…" }],
        ),
      ),
  });
  useEffect(
    () =>
      declare({
        name: COMPANY,
        label: m.companies_field(),
        options: [{ value: NONE, label: m.companies_field_none() }, ...(JSON.parse(options) as { value: string; label: string }[])],
        Chooser,
      }),
    [options, declare],
  );
  return null;
}

function Chooser({ chosen, onChoose }: { readonly chosen: readonly string[]; onChoose(value: string): void }) {
  const { id: projectId } = useProject();
  const [open, setOpen] = useState(false);
  return (
    <div className="col-span-2 p-1">
      <Button size="sm" icon={Building2} onClick={() => setOpen(true)} disabled={chosen.length >= MAX_VALUES}>
        {m.companies_filter_choose()}
      </Button>
      {open && (
        <ChooseDialog
          projectId={projectId}
          title={m.companies_filter_choose()}
          body={m.companies_field_body()}
          chosen={undefined}
          onClose={() => setOpen(false)}
          onChoose={(company) => {
            queryClient.setQueryData(companyQuery(projectId, company.id).queryKey, company);
            chosenHere.set((all) => [...all, { projectId, id: company.id }].slice(-MAX_VALUES));
            setOpen(false);
            onChoose(company.id);
          }}
        />
      )}
    </div>
  );
}
