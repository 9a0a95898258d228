// The button below a proposed reply, which puts its text into the composer.
import type { PropsOf } from "#dashboard/screen.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import type { proposalAction } from "#modules/inbox/views";
import { CornerDownLeft } from "lucide-react";

export default function UseProposal({ text, use }: PropsOf<typeof proposalAction>) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 text-xs text-muted">
      {m.mcp_proposal()}
      <Button size="sm" icon={CornerDownLeft} onClick={() => use(text)}>
        {m.mcp_use()}
      </Button>
    </div>
  );
}
