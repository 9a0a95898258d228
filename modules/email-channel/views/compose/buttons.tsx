// Buttons that open the dialog for a new mail: in the inbox's header, with a shortcut and a palette command, and on a contact's page.
import { useShortcut } from "#dashboard/shortcuts.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { SquarePen } from "lucide-react";
import { lazy, Suspense, useState } from "react";

const NewMailDialog = lazy(async () => ({ default: (await import("./dialogs.ts")).NewMailDialog }));

/** Opens a new mail without a recipient. */
export function NewMailButton({ projectId }: { projectId: string }) {
  const [open, setOpen] = useState(false);
  useShortcut("c", () => setOpen(true), { label: m.email_new(), group: m.email_title() });
  return (
    <>
      <IconButton label={m.email_new()} icon={SquarePen} shortcut="c" onClick={() => setOpen(true)} />
      {open && (
        <Suspense>
          <NewMailDialog projectId={projectId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface WriteMailProps {
  readonly projectId: string;
  readonly contact: { readonly id: string; readonly email: string | null; readonly state: string };
}
/** Opens a new mail to the contact. */
export function WriteMail({ projectId, contact }: WriteMailProps) {
  const [open, setOpen] = useState(false);
  if (contact.state !== "active" || contact.email === null) return null;
  return (
    <>
      <Button icon={SquarePen} onClick={() => setOpen(true)}>
        {m.email_write()}
      </Button>
      {open && (
        <Suspense>
          <NewMailDialog projectId={projectId} contact={contact} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
