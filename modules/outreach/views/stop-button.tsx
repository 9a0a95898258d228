// Ends a sequence, after a confirmation: it can't be resumed.
import { Button } from "#dashboard/ui/button.tsx";
import { ConfirmDialog } from "#dashboard/ui/dialog.tsx";
import { m } from "#messages";
import { useState } from "react";

export function StopButton({ busy, onStop }: { busy: boolean; onStop(): Promise<void> }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{m.outreach_stop()}</Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void onStop().then(() => setAsking(false))}
        title={m.outreach_stop_title()}
        body={m.outreach_stop_body()}
        action={m.outreach_stop()}
        busy={busy}
      />
    </>
  );
}
