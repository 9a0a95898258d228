// In the composer: shares the reply with the team, and offers what others share.
import { queryClient, reading, toastProblem, call, useRouteQuery } from "#dashboard/api.ts";
import type { composerTool, PropsOf } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { Markdown } from "#dashboard/ui/markdown.tsx";
import { m } from "#messages";
import { Users } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { discardProgramDraft, readSharedDrafts, shareDraft } from "../contract.ts";

interface OfferedProps {
  readonly title: string;
  readonly content: string;
  readonly details: string | undefined;
  readonly children: ReactNode;
}
/** A draft of somebody else: whose, how it begins, and what can be done with it. */
function OfferedDraft({ title, content, details, children }: OfferedProps) {
  return (
    <div className="mb-1.5 flex flex-wrap items-start gap-2 rounded-md border border-line bg-subtle px-3 py-2 text-sm">
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        <div className="line-clamp-3 wrap-anywhere text-muted">
          <Markdown text={content} />
        </div>
        {details !== undefined && <p className="text-xs text-muted">{details}</p>}
      </div>
      <div className="flex gap-1">{children}</div>
    </div>
  );
}

export default function ShareDraft({ projectId, conversationId, kind, composer, above, sent }: PropsOf<typeof composerTool>) {
  const params = { projectId, conversationId } as never;
  const { data } = useRouteQuery(readSharedDrafts, { params }, { staleTime: 0 });
  const toast = useToast();
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
  const insert = (content: string): void =>
    composer.write([composer.read("reply").text, content].filter((text) => text.trim() !== "").join("\n\n"), { kind: "reply" });

  /** `says`: with a message that offers to put it back. */
  async function discard(tokenId: string, says = false, discarded = true): Promise<void> {
    const held = queryClient.getQueryData<typeof data>(key);
    if (discarded && held) queryClient.setQueryData(key, { ...held, programs: held.programs.filter((draft) => draft.tokenId !== tokenId) });
    try {
      queryClient.setQueryData(
        key,
        await call(discardProgramDraft, { params: { projectId, conversationId, tokenId } as never, body: { discarded } }),
      );
      if (says) toast({ title: m.shared_drafts_discarded(), tone: "ok", undo: () => void discard(tokenId, false, false) });
    } catch (cause) {
      queryClient.setQueryData(key, held);
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
                <OfferedDraft
                  key={draft.accountId}
                  title={name === undefined ? m.shared_drafts_by_former() : m.shared_drafts_by({ name })}
                  content={draft.content}
                  details={draft.files > 0 ? m.shared_drafts_files({ count: draft.files }) : undefined}
                >
                  <Button size="sm" onClick={() => insert(draft.content)}>
                    {m.shared_drafts_insert()}
                  </Button>
                </OfferedDraft>
              );
            })}
            {data?.programs.map((draft) => (
              <OfferedDraft
                key={draft.tokenId}
                title={m.shared_drafts_by_program({ name: draft.name })}
                content={draft.content}
                details={draft.isBehind ? m.shared_drafts_behind() : undefined}
              >
                <Button size="sm" variant="ghost" onClick={() => void discard(draft.tokenId, true)}>
                  {m.shared_drafts_discard()}
                </Button>
                <Button
                  size="sm"
                  onClick={() => {
                    insert(draft.content);
                    void discard(draft.tokenId);
                  }}
                >
                  {m.shared_drafts_insert()}
                </Button>
              </OfferedDraft>
            ))}
          </div>,
          above,
        )}
    </>
  );
}
