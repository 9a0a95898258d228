// Proposed tags with their reasons. One click adds one, through the same route as the picker of tags; another takes it back.
import { useRouteMutation, useRouteQuery } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import { listTags, tagConversation } from "#modules/tags/contract";
import { TagChip } from "#modules/tags/views";
import { Plus, Undo2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { proposeTags } from "../../contract.ts";
import { ownLocale } from "../languages.ts";
import { CutNotice } from "./cut-notice.tsx";
import { Failure, Frame, GoTo, Working } from "./frame.tsx";
import type { PanelProps } from "./panel-props.ts";
import { Spending } from "./spending.tsx";
import { useHelp } from "./use-help.ts";

export function TagsPanel({ projectId, conversationId, showMessage, onClose }: PanelProps) {
  const { help, run } = useHelp(proposeTags);
  const { data } = useRouteQuery(listTags, { params: { projectId } });
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const tagging = useRouteMutation(tagConversation);
  const ask = (): void => run({ params: { projectId, conversationId }, body: { locale: ownLocale } });
  const begin = useEffectEvent(ask);
  useEffect(() => begin(), []);
  const found = help.state === "done" ? help.answer : undefined;
  const left = found?.tags.filter(({ tagId }) => !added.has(tagId)).map(({ tagId }) => tagId) ?? [];

  function change(ids: readonly string[], adds: boolean): void {
    const body = { clientId: crypto.randomUUID(), add: adds ? ids : [], remove: adds ? [] : ids };
    tagging.mutate(
      { params: { projectId, conversationId }, body: body as never },
      {
        onSuccess: () =>
          setAdded((held) => {
            const next = new Set(held);
            for (const id of ids)
              if (adds) next.add(id);
              else next.delete(id);
            return next;
          }),
      },
    );
  }
  return (
    <Frame
      title={m.copilot_tags_title()}
      onClose={onClose}
      footer={
        found && (
          <>
            <span className="min-w-0 flex-1 basis-40">
              <Spending spent={found.spent} />
            </span>
            {left.length > 1 && (
              <Button size="sm" variant="primary" icon={Plus} busy={tagging.isPending} onClick={() => change(left, true)}>
                {m.copilot_tags_add_all()}
              </Button>
            )}
          </>
        )
      }
    >
      {help.state === "failed" ? (
        <Failure error={help.error} projectId={projectId} onRetry={ask} />
      ) : !found ? (
        <Working>{m.copilot_working_read()}</Working>
      ) : (
        <div className="grid gap-2">
          {found.tags.length === 0 ? (
            <p role="status" className="text-muted">
              {m.copilot_tags_none()}
            </p>
          ) : (
            <ul className="grid gap-2">
              {found.tags.map(({ tagId, reason, revisions }) => {
                const tag = data?.items.find(({ id }) => id === tagId);
                const name = tag?.name ?? m.copilot_tags_some();
                const isOn = added.has(tagId);
                return (
                  <li key={tagId} className="flex items-start gap-2">
                    <div className="grid min-w-0 flex-1 gap-1">
                      <span className="flex min-w-0">{tag ? <TagChip tag={tag} className="max-w-full min-w-0 shrink!" /> : name}</span>
                      <p dir="auto" className="wrap-anywhere text-muted">
                        {plain(reason)}
                        {revisions.map((revision) => (
                          <GoTo
                            key={revision}
                            number={revision}
                            label={m.copilot_show_numbered({ number: revision })}
                            onClick={() => showMessage(revision)}
                          />
                        ))}
                      </p>
                    </div>
                    <Button
                      size="sm"
                      icon={isOn ? Undo2 : Plus}
                      busy={tagging.isPending}
                      aria-label={isOn ? m.copilot_tags_take_back({ tag: name }) : m.copilot_tags_add({ tag: name })}
                      onClick={() => change([tagId], !isOn)}
                    >
                      {isOn ? m.copilot_undo() : m.copilot_tags_add_short()}
                    </Button>
                  </li>
                );
              })}
            </ul>
          )}
          {tagging.error && (
            <p role="alert" className="text-bad-text">
              {messageOf(tagging.error)}
            </p>
          )}
          <CutNotice extent={found.extent} />
        </div>
      )}
    </Frame>
  );
}
