// Button in the thread that resends a reply which was not sent. For any member.
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { lazy, Suspense, useState } from "react";
import type { Mail } from "../../contract.ts";

const load = () => import("./resend-dialog.tsx");
const ResendDialog = lazy(async () => ({ default: (await load()).ResendDialog }));
const RESENDABLE: readonly string[] = ["failed", "needs_review", "held"];

/** Empty unless the mail needs a person. Bounced mail is resent by admins from the delivery log. */
export function ResendButton({ projectId, mail }: { projectId: string; mail: Mail }) {
  const [open, setOpen] = useState(false);
  if (!mail.delivery || mail.delivery.dueAt || !RESENDABLE.includes(mail.delivery.state)) return null;
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
