// The end of a thread while the assistant works on an answer. Drawn by itself, because its text changes several times a second.
import { Slot } from "#dashboard/screen.ts";
import { Suspense } from "react";
import { useLive } from "#modules/live-inbox/views";
import { assistantWork } from "../slots.ts";

export function AssistantWork({ projectId, me, conversationId }: { projectId: string; me: string; conversationId: string }) {
  const working = useLive(projectId, me, (state) => state.working.get(conversationId));
  return working ? (
    <Suspense>
      <Slot of={assistantWork} projectId={projectId} conversationId={conversationId} working={working} />
    </Suspense>
  ) : null;
}
