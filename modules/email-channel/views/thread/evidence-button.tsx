// Button that opens the evidence of a received mail. For owners and admins only; operators may not read evidence.
import { useMayI } from "#dashboard/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { lazy, Suspense, useState } from "react";

const EvidenceDialog = lazy(async () => ({ default: (await import("#modules/inbound-email/views")).EvidenceDialog }));

export function EvidenceButton({ projectId, messageId }: { projectId: string; messageId: string }) {
  const allowed = useMayI("admin");
  const [open, setOpen] = useState(false);
  if (!allowed) return null;
  return (
    <>
      <Button size="sm" className="mt-3" onClick={() => setOpen(true)}>
        {m.email_evidence_show()}
      </Button>
      {open && (
        <Suspense>
          <EvidenceDialog projectId={projectId} messageId={messageId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
