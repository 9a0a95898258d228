// What an entry of the audit log changed: each setting by its name, before and after.
import { Suspense } from "react";
import { useProject } from "#dashboard/session.tsx";
import { m } from "#messages";
import type { AuditEntry } from "../../contract.ts";
import { type AuditAreas, type AuditField, fieldOf } from "./areas.ts";

const HEAD = "h-8 px-3 text-start text-xs font-medium text-muted";
const CELL = "block px-3 py-1 wrap-anywhere sm:table-cell sm:py-2 sm:align-top";

export function EntryChanges({ id, entry, areas }: { id: string; entry: AuditEntry; areas: AuditAreas }) {
  const area = entry.action.split(".")[0] ?? "";
  return (
    <table id={id} className="mt-2 block w-full overflow-hidden rounded-md border border-line sm:table sm:table-fixed">
      <thead className="max-sm:sr-only">
        <tr className="bg-subtle">
          <th scope="col" className={HEAD}>
            {m.projects_audit_setting()}
          </th>
          <th scope="col" className={HEAD}>
            {m.projects_audit_before()}
          </th>
          <th scope="col" className={HEAD}>
            {m.projects_audit_after()}
          </th>
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {entry.changes.map(({ field, from, to }) => {
          const known = fieldOf(areas, area, field);
          return (
            <tr key={field} className="block border-t border-line py-1 first:border-t-0 sm:table-row sm:first:border-t">
              <th scope="row" className={`${CELL} text-start font-medium`}>
                {known.label()}
              </th>
              <Side title={m.projects_audit_before()} field={known} text={from} />
              <Side title={m.projects_audit_after()} field={known} text={to} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Side({ title, field, text }: { title: string; field: AuditField; text: string | null }) {
  const { id: projectId, members } = useProject();
  const isEmpty = text === null || text === "";
  return (
    <td className={CELL}>
      <span className="text-xs text-muted sm:hidden" aria-hidden>
        {title}{" "}
      </span>
      {isEmpty ? (
        <span className="text-muted">{m.projects_audit_nothing()}</span>
      ) : field.Value && isJson(text) ? (
        <Suspense>
          <field.Value projectId={projectId} text={text} />
        </Suspense>
      ) : (
        <span dir="auto" className="whitespace-pre-line">
          {field.value ? field.value(text) : named(text, members)}
        </span>
      )}
    </td>
  );
}
function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}
/** Members stand in entries by their id. */
const named = (text: string, members: readonly { readonly accountId: string; readonly name: string }[]): string =>
  text.replaceAll(/acc_\w{26}/g, (id) => members.find(({ accountId }) => accountId === id)?.name ?? m.projects_audit_former());
