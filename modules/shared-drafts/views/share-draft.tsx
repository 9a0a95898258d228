// In the composer: shares the reply with the team, and offers what others share.
import { queryClient, reading, toastProblem, call, useRouteQuery } from "#dashboard/api.ts";
import type { composerTool, PropsOf } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { plain } from "#kernel/rich-text/plain.ts";
import { m } from "#messages";
import { Users } from "lucide-react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { readSharedDrafts, shareDraft } from "../contract.ts";

export default function ShareDraft({ projectId, conversationId, kind, composer, above, sent }: PropsOf<typeof composerTool>) {
  const params = { projectId, conversationId } as never;
  const { data } = useRouteQuery(readSharedDrafts, { params }, { staleTime: 0 });
  const members = useProject().members;
  const key = reading(readSharedDrafts, { params }).queryKey;
  const [wanted, setWanted] = useState<boolean>();
  // What was shared is sent.
  useEffect(() => setWanted(undefined), [sent, data]);
  const shares = wanted ?? data?.own ?? false;

  async function toggle(): Promise<void> {
    setWanted(!shares);
    try {
      queryClient.setQueryData(key, await call(shareDraft, { params, body: { share: !shares } }));
    } catch (cause) {
      setWanted(undefined);
      toastProblem(cause);
    }
  }
  return (
    <>
      {kind === "reply" && <IconButton label={m.shared_drafts_share()} icon={Users} aria-pressed={shares} onClick={() => void toggle()} />}
      {above &&
        createPortal(
          <div role="status" className="grid gap-1.5">
            {kind === "reply" && shares && <p className="px-1 pb-1 text-xs font-medium text-accent-text">{m.shared_drafts_shared()}</p>}
            {data?.others.map((draft) => {
              const name = members.find(({ accountId }) => accountId === draft.accountId)?.name;
              return (
                <div
                  key={draft.accountId}
                  className="mb-1.5 flex items-start gap-2 rounded-md border border-line bg-subtle px-3 py-2 text-sm"
                >
                  <div className="min-w-0 flex-1">
                    <p className="font-medium">{name === undefined ? m.shared_drafts_by_former() : m.shared_drafts_by({ name })}</p>
                    <p dir="auto" className="line-clamp-3 wrap-anywhere text-muted">
                      {plain(draft.content, 400)}
                    </p>
                    {draft.files > 0 && <p className="text-xs text-muted">{m.shared_drafts_files({ count: draft.files })}</p>}
                  </div>
                  <Button
                    size="sm"
                    onClick={() =>
                      composer.write([composer.read("reply").text, draft.content].filter((text) => text.trim() !== "").join("\n\n"), {
                        kind: "reply",
                      })
                    }
                  >
                    {m.shared_drafts_insert()}
                  </Button>
                </div>
              );
            })}
          </div>,
          above,
        )}
    </>
  );
}
