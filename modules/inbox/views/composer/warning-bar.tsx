// Shown when a tool warns of a reply that was to be sent: nothing was sent, and the member decides.
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { TriangleAlert } from "lucide-react";

/** `onBack` returns to the part of the text that it is about. */
export const WarningBar = ({ says, onAnyway, onBack }: { says: string; onAnyway(): void; onBack(): void }) => (
  <div
    role="alert"
    className="mx-auto mb-2 flex max-w-[720px] flex-wrap items-center gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-text"
  >
    <div className="flex min-w-0 flex-1 items-center gap-2 max-sm:basis-full">
      <TriangleAlert className="size-4 shrink-0" aria-hidden />
      <p dir="auto" className="min-w-0 wrap-anywhere">
        {says}
      </p>
    </div>
    <Button size="sm" className="max-sm:ms-auto" onClick={onAnyway}>
      {m.conversations_send_anyway()}
    </Button>
    <Button size="sm" variant="primary" onClick={onBack}>
      {m.conversations_send_back()}
    </Button>
  </div>
);
