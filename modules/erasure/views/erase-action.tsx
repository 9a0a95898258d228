// Action that opens the erase dialog. Operators see it too, with the reason why they cannot use it.
import { useMayI } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { Tooltip } from "#dashboard/ui/tooltip.tsx";
import { m } from "#messages";
import { isErased } from "#modules/contacts/views";
import { Eraser } from "lucide-react";
import { lazy, Suspense, useEffect, useId } from "react";
import { askToErase, useAsked, useOnContactPage } from "./erasing.ts";
import type { ErasedContact } from "./erase-dialog.tsx";

const EraseDialog = lazy(() => import("./erase-dialog.tsx"));

export function EraseAction({ projectId, contact }: { projectId: string; contact: ErasedContact }) {
  const here = useOnContactPage();
  const mayErase = useMayI("admin");
  if (!here || isErased(contact)) return null;
  return mayErase ? <Erase projectId={projectId} contact={contact} /> : <EraseForbidden />;
}

function Erase({ projectId, contact }: { projectId: string; contact: ErasedContact }) {
  const asking = useAsked(contact.id);
  // Another page's contact must not open with the dialog.
  useEffect(() => () => askToErase(undefined), []);
  return (
    <>
      <Button icon={Eraser} onClick={() => askToErase(contact.id)}>
        {m.erasure_action()}
      </Button>
      {asking && (
        <Suspense>
          <EraseDialog projectId={projectId} contact={contact} onClose={() => askToErase(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** Not `disabled`: the keyboard must reach it, so that screen readers announce the reason. */
function EraseForbidden() {
  const reason = useId();
  const toast = useToast();
  return (
    <>
      <Tooltip label={m.erasure_not_you()}>
        <Button icon={Eraser} aria-disabled aria-describedby={reason} onClick={() => toast({ title: m.erasure_not_you() })}>
          {m.erasure_action()}
        </Button>
      </Tooltip>
      <span id={reason} hidden>
        {m.erasure_not_you()}
      </span>
    </>
  );
}
