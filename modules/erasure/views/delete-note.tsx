// In the dialog that hides a contact: points to the erasure, which many people mean when they delete somebody.
import { useMayI } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { Eraser } from "lucide-react";
import { askToErase } from "./erasing.ts";

export function DeleteNote({ contact, onLeave }: { contact: { readonly id: string }; onLeave(): void }) {
  const mayErase = useMayI("admin");
  const erase = (): void => {
    onLeave();
    askToErase(contact.id);
  };
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md bg-warn-soft px-3 py-2.5 text-warn-text">
      <p className="min-w-48 flex-1">{mayErase ? m.erasure_instead() : m.erasure_instead_not_you()}</p>
      {mayErase && (
        <Button icon={Eraser} onClick={erase}>
          {m.erasure_instead_action()}
        </Button>
      )}
    </div>
  );
}
