// An answer that did not go out is sent again from the thread, by whoever reads it there.
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { lazy, Suspense, useState } from "react";
import type { Mail } from "../../contract.ts";

const load = () => import("./resend-dialog.tsx");
const ResendDialog = lazy(async () => ({ default: (await load()).ResendDialog }));
const AGAIN: readonly string[] = ["failed", "needs_review", "held"];

/** Nothing where it is on its way, goes by itself, was sent, or came back: what came back is an admin's, in the log. */
export function ResendButton({ projectId, mail }: { projectId: string; mail: Mail }) {
  const [open, setOpen] = useState(false);
  if (!mail.delivery || mail.delivery.dueAt || !AGAIN.includes(mail.delivery.state)) return null;
  return (
    <>
      <Button size="sm" className="mt-3" onClick={() => void load().then(() => setOpen(true), Boolean)}>
        {m.email_retry()}
      </Button>
      {open && (
        <Suspense>
          <ResendDialog projectId={projectId} mail={mail} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
