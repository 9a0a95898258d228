// The company of a contact: by the domain of its address, or as a member said.
import { call, toastProblem } from "#dashboard/api.ts";
import type { contactPanel, PropsOf } from "#dashboard/screen.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { m } from "#messages";
import { isErased } from "#modules/contacts/views";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { lazy, Suspense, useId, useState } from "react";
import { clearContactCompany, companyPath, setContactCompany } from "../contract.ts";
import { ofContactQuery, rereadCompanies } from "./queries.ts";

const ChooseDialog = lazy(() => import("./choose-dialog.tsx"));
const AddDialog = lazy(async () => ({ default: (await import("./add-dialog.tsx")).AddDialog }));

type Props = PropsOf<typeof contactPanel>;
export default function CompanyPanel({ projectId, contact }: Props) {
  return isErased(contact) ? null : <Panel key={contact.id} projectId={projectId} contact={contact} />;
}

function Panel({ projectId, contact }: Props) {
  const title = useId();
  const { data, error, refetch } = useQuery(ofContactQuery(projectId, contact.id));
  const [open, setOpen] = useState<"choose" | "add">();
  const params = { projectId, contactId: contact.id } as never;
  async function change(run: () => Promise<unknown>): Promise<void> {
    setOpen(undefined);
    try {
      await run();
    } catch (cause) {
      toastProblem(cause);
    }
    await rereadCompanies(projectId);
  }
  const set = (companyId: string | null): Promise<void> =>
    change(() => call(setContactCompany, { params, body: { companyId: companyId as never } }));
  const freeDomain = data?.freeDomain ?? null;
  return (
    <section aria-labelledby={title} className="border-t border-line pt-2">
      <div className="mb-1 flex min-h-7 items-center gap-0.5">
        <h2 id={title} className="flex-1 text-xs font-semibold text-muted">
          {m.companies_one()}
        </h2>
        {data && <IconButton label={m.companies_change()} icon={Pencil} onClick={() => setOpen("choose")} />}
      </div>
      {!data ? (
        error ? (
          <div role="alert" className="grid justify-items-start gap-2">
            <p className="text-muted">
              {m.companies_not_read()} {messageOf(error)}
            </p>
            <Button size="sm" onClick={() => void refetch()}>
              {m.dashboard_retry()}
            </Button>
          </div>
        ) : (
          <Skeleton className="h-5 w-40" />
        )
      ) : data.company ? (
        <>
          <Link
            to={companyPath(projectId, data.company.id)}
            dir="auto"
            className="inline-block max-w-full truncate text-accent-text hover:underline pointer-coarse:min-h-8"
          >
            {plain(data.company.name)}
          </Link>
          <p className="text-xs text-muted">
            {data.by === "hand"
              ? m.companies_is_by_hand()
              : contact.emailVerified === false
                ? m.companies_is_by_unproved_domain()
                : m.companies_is_by_domain()}
          </p>
        </>
      ) : (
        <div className="grid justify-items-start gap-2">
          <p className="text-muted">{data.by === "hand" ? m.companies_is_none_by_hand() : m.companies_is_none()}</p>
          {freeDomain !== null && data.by === null && (
            <Button
              size="sm"
              className="h-auto! min-h-7 max-w-full shrink py-1 text-start wrap-anywhere whitespace-normal!"
              onClick={() => setOpen("add")}
            >
              {m.companies_add_for({ domain: plain(freeDomain) })}
            </Button>
          )}
        </div>
      )}
      <Suspense>
        {open === "choose" && data && (
          <ChooseDialog
            projectId={projectId}
            title={m.companies_choose_title()}
            body={m.companies_choose_body()}
            chosen={data.company?.id}
            onClose={() => setOpen(undefined)}
            onChoose={({ id }) => void set(id)}
          >
            {data.by === "hand" && (
              <Button onClick={() => void change(() => call(clearContactCompany, { params }))}>{m.companies_by_domain_again()}</Button>
            )}
            {data.company !== null && <Button onClick={() => void set(null)}>{m.companies_remove()}</Button>}
          </ChooseDialog>
        )}
        {open === "add" && freeDomain !== null && (
          <AddDialog
            projectId={projectId}
            known={{ name: freeDomain, domains: freeDomain }}
            onClose={() => setOpen(undefined)}
            onAdded={() => void rereadCompanies(projectId)}
          />
        )}
      </Suspense>
    </section>
  );
}
