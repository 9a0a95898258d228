// The chip of a row whose conversation has an unfinished reply or note of the member, or a reply that a program drafted.
import { queryClient, reading, useRouteQuery } from "#dashboard/api.ts";
import { useProject } from "#dashboard/session.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { m } from "#messages";
import type { ConversationSummary } from "#modules/conversations/contract";
import { onDrafts } from "#modules/inbox/views";
import { listDrafts } from "../contract.ts";

const args = (projectId: string) => ({ params: { projectId } as never });
let listening = false;
/** What is written in this window shows at once; other windows read it when they are visited. */
function listen(): void {
  if (listening) return;
  listening = true;
  onDrafts((projectId, conversationId, has) =>
    queryClient.setQueryData<{ conversationIds: string[]; byPrograms: string[] }>(reading(listDrafts, args(projectId)).queryKey, (held) => {
      if (!held || held.conversationIds.includes(conversationId) === has) return held;
      const others = held.conversationIds.filter((one) => one !== conversationId);
      return { ...held, conversationIds: has ? [conversationId, ...others] : others };
    }),
  );
}

export default function DraftChip({ row }: { row: ConversationSummary }) {
  const { data } = useRouteQuery(listDrafts, args(useProject().id), { staleTime: 60_000 });
  listen();
  if (data?.conversationIds.includes(row.id)) return <Chip tone="accent">{m.shared_drafts_draft()}</Chip>;
  return data?.byPrograms.includes(row.id) ? <Chip>{m.shared_drafts_ready()}</Chip> : null;
}
