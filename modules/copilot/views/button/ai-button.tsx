// The composer's AI button: its menu, its key, and its actions in the palette. What an action shows is loaded with the first one.
import { useRouteQuery } from "#dashboard/api.ts";
import type { PropsOf, composerTool } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { useCommand, useDeclaredShortcut } from "#dashboard/shortcuts.ts";
import { useStore } from "#dashboard/store.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Menu, type MenuItem } from "#dashboard/ui/menu.tsx";
import { m } from "#messages";
import { useNavigate } from "@tanstack/react-router";
import { Flag, History, Languages, MessageCircleQuestion, NotebookPen, PenLine, Settings, Sparkles, Tag } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { readCopilot, REWRITES, type Rewrite } from "../../contract.ts";
import { copilotShortcut } from "../shortcut.ts";
import type { Task } from "../tasks.ts";
import { everyMessage } from "../translate/every-message.ts";

const Panel = lazy(() => import("../panel/panel.tsx"));
const REWRITE_LABELS: Readonly<Record<Rewrite, () => string>> = {
  shorter: m.copilot_shorter,
  friendlier: m.copilot_friendlier,
  formal: m.copilot_formal,
  grammar: m.copilot_grammar,
};
/** How long an answer about the configuration is believed. */
const STATE_FOR = 300_000;

export default function AiButton(props: PropsOf<typeof composerTool>) {
  const { projectId, conversationId, kind, composer, above, sent } = props;
  const navigate = useNavigate();
  const maySetUp = useProject().mayI("admin");
  const [open, setOpen] = useState(false);
  const [task, setTask] = useState<{
    readonly task: Task;
    readonly number: number;
    readonly chosenWith: ReturnType<typeof composer.read>;
  }>();
  const { data } = useRouteQuery(readCopilot, { params: { projectId } }, { enabled: open, staleTime: STATE_FOR });
  const offersAll = useStore(everyMessage).has(conversationId);
  const obstacle = data?.obstacle ?? undefined;
  const start = (next: Task): void => {
    const chosenWith = composer.read();
    setTask((last) => ({ task: next, number: (last?.number ?? 0) + 1, chosenWith }));
  };
  const field = (): HTMLElement => composer.field() ?? document.body;

  useEffect(() => setTask(undefined), [sent]);

  useDeclaredShortcut(copilotShortcut, () => setOpen(true));
  useCommand(() => start({ kind: "draft" }), { label: m.copilot_draft(), group: m.copilot_group() });
  useCommand(() => start({ kind: "summary" }), { label: m.copilot_summary(), group: m.copilot_group() });
  useCommand(() => start({ kind: "ask" }), { label: m.copilot_ask(), group: m.copilot_group() });
  useCommand(() => start({ kind: "similar" }), { label: m.copilot_similar(), group: m.copilot_group() });
  useCommand(() => start({ kind: "priority" }), { label: m.copilot_priority(), group: m.copilot_group() });
  useCommand(() => start({ kind: "tags" }), { label: m.copilot_tags(), group: m.copilot_group() });

  const { text, from, to } = open ? composer.read() : { text: "", from: 0, to: 0 };
  const blocked = obstacle !== undefined;
  const noText = blocked || text.trim() === "";
  const items: MenuItem[] = [
    ...(obstacle === undefined
      ? []
      : [
          {
            label: maySetUp ? m.copilot_set_up() : m.copilot_not_set_up(),
            hint: obstacle.message,
            icon: Settings,
            disabled: !maySetUp,
            onSelect: () => void navigate({ to: `/projects/${projectId}/settings/ai` }),
          },
          "separator" as const,
        ]),
    {
      label: m.copilot_draft(),
      hint: m.copilot_draft_hint(),
      icon: Sparkles,
      disabled: blocked,
      onSelect: () => start({ kind: "draft" }),
    },
    { heading: from === to ? m.copilot_group_text() : m.copilot_group_selection() },
    ...REWRITES.map((how) => ({
      label: REWRITE_LABELS[how](),
      icon: PenLine,
      disabled: noText,
      onSelect: () => start({ kind: "rewrite", how }),
    })),
    ...(kind === "note"
      ? []
      : [{ label: m.copilot_translate(), icon: Languages, disabled: noText, onSelect: () => start({ kind: "translate" }) }]),
    { heading: m.copilot_group_conversation() },
    { label: m.copilot_summary(), icon: NotebookPen, disabled: blocked, onSelect: () => start({ kind: "summary" }) },
    { label: m.copilot_ask(), icon: MessageCircleQuestion, disabled: blocked, onSelect: () => start({ kind: "ask" }) },
    { label: m.copilot_similar(), icon: History, onSelect: () => start({ kind: "similar" }) },
    { label: m.copilot_priority(), icon: Flag, disabled: blocked, onSelect: () => start({ kind: "priority" }) },
    { label: m.copilot_tags(), icon: Tag, disabled: blocked, onSelect: () => start({ kind: "tags" }) },
    {
      label: m.copilot_offer_all(),
      icon: Languages,
      disabled: blocked,
      ...(offersAll ? { checked: true } : {}),
      onSelect: () =>
        everyMessage.set((held) => {
          const next = new Set(held);
          if (!next.delete(conversationId)) next.add(conversationId);
          return next;
        }),
    },
  ];

  return (
    <span>
      <Menu
        open={open}
        onOpenChange={setOpen}
        side="top"
        align="start"
        focusAfter={field}
        items={items}
        trigger={
          <Button variant="ghost" size="sm" icon={Sparkles} aria-label={m.copilot_open()} aria-keyshortcuts="Control+J" className="px-1.5!">
            {m.copilot_ai()}
          </Button>
        }
      />
      {task &&
        above &&
        createPortal(
          <Suspense>
            <Panel
              key={task.number}
              {...props}
              task={task.task}
              chosenWith={task.chosenWith}
              onStart={start}
              onClose={() => setTask(undefined)}
              focusField={() => field().focus()}
            />
          </Suspense>,
          above,
        )}
    </span>
  );
}
