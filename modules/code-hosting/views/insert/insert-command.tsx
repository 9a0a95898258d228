// Inserting the link of an issue into what one writes: a command of the palette. Projects that are not connected see nothing of it.
import { useRouteQuery } from "#dashboard/api.ts";
import type { composerTool, PropsOf } from "#dashboard/screen.ts";
import { useCommand } from "#dashboard/shortcuts.ts";
import { m } from "#messages";
import { lazy, Suspense, useState } from "react";
import { readCodeHosting } from "../../contract.ts";
import { CONNECTION_STAYS } from "../connection.ts";

const InsertDialog = lazy(() => import("./insert-dialog.tsx"));

export default function InsertCommand({ projectId, kind, insert, composer }: PropsOf<typeof composerTool>) {
  const [open, setOpen] = useState(false);
  const { data } = useRouteQuery(readCodeHosting, { params: { projectId } as never }, { staleTime: CONNECTION_STAYS });
  if (!data || data.connection === null) return null;
  return (
    <>
      <Command onChoose={() => setOpen(true)} />
      {open && (
        <Suspense>
          <InsertDialog
            projectId={projectId}
            isForCustomer={kind === "reply"}
            onInsert={(url) => {
              insert(url);
              composer.focus();
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
function Command({ onChoose }: { onChoose(): void }) {
  useCommand(onChoose, { label: m.code_hosting_insert(), group: m.conversations_title() });
  return null;
}
