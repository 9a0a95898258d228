import { IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { Forward } from "lucide-react";
import { lazy, Suspense, useState } from "react";

const load = () => import("../compose/dialogs.ts");
const ForwardDialog = lazy(async () => ({ default: (await load()).ForwardDialog }));

/** Button that opens the dialog for forwarding the message. */
export function ForwardButton(of: { projectId: string; messageId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={m.email_forward()} icon={Forward} onClick={() => void load().then(() => setOpen(true), Boolean)} />
      {open && (
        <Suspense>
          <ForwardDialog {...of} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
