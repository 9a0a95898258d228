// The company whose contacts the list of contacts shows.
import type { PropsOf } from "#dashboard/screen.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import type { contactCompany } from "#modules/contacts/views";
import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useId, useState } from "react";
import ChooseDialog from "./choose-dialog.tsx";
import { companyQuery } from "./queries.ts";

export default function FilterCompany({ projectId, companyId, onCompany }: PropsOf<typeof contactCompany>) {
  const label = useId();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({ ...companyQuery(projectId, companyId ?? ""), enabled: companyId !== undefined });
  return (
    <div role="group" aria-labelledby={label} className="grid grid-cols-1 content-start gap-1.5">
      <p id={label} className="text-sm font-medium">
        {m.companies_filter()}
      </p>
      <Button icon={Building2} onClick={() => setOpen(true)} className="min-w-0 justify-self-start">
        <span dir="auto" className="truncate">
          {data && companyId !== undefined ? plain(data.name) : m.companies_filter_choose()}
        </span>
      </Button>
      {open && (
        <ChooseDialog
          projectId={projectId}
          title={m.companies_filter_choose()}
          body={m.companies_filter_body()}
          chosen={companyId}
          onClose={() => setOpen(false)}
          onChoose={({ id }) => {
            setOpen(false);
            onCompany(id);
          }}
        />
      )}
    </div>
  );
}
