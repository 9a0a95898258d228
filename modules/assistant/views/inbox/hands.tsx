// Who answers in a conversation: the control that changes it, the chip in its row, the filter of the list.
import { call } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { useProject } from "#dashboard/session.tsx";
import { useDeclaredShortcut } from "#dashboard/shortcuts.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { Menu } from "#dashboard/ui/menu.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { formatTime } from "#dashboard/ui/time.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import type { conversationControl, listFilter, rowChip, viewField } from "#modules/inbox/views";
import { useNavigate } from "@tanstack/react-router";
import { Hand, Sparkles } from "lucide-react";
import { useEffect, useState } from "react";
import { ANSWERS, answersOf, requestAiReply, takeOver } from "../../contract.ts";
import { handsShortcut } from "./shortcut.ts";

/** Takes the conversation from the assistant, or leaves it to the assistant. One key does both. */
export function HandsControl({
  projectId,
  conversationId,
  row,
  labelled,
  working,
  isInUse,
  changeField,
}: PropsOf<typeof conversationControl>) {
  const toast = useToast();
  const explain = useExplain(projectId);
  const [busy, setBusy] = useState(false);
  // The row says so only after the first answer.
  const now = working ? "assistant" : answersOf(row);
  const params = { projectId, conversationId };

  async function change(to: "assistant" | "team"): Promise<void> {
    if (busy) return;
    setBusy(true);
    const body = { clientId: crypto.randomUUID() };
    try {
      if (to === "team") {
        await changeField(ANSWERS, "team", () => call(takeOver, { params, body }));
        toast({ title: m.assistant_did_take(), tone: "ok" });
      } else {
        await changeField(ANSWERS, "assistant", async (frontier) => {
          await call(requestAiReply, { params, body: { ...body, frontier } });
          return undefined;
        });
        toast({ title: m.assistant_did_give(), body: m.assistant_did_give_body(), tone: "ok", undo: () => void change("team") });
      }
    } catch (cause) {
      explain(to, cause);
    } finally {
      setBusy(false);
    }
  }
  const to = now === "assistant" ? "team" : "assistant";
  const run = (): void => void change(to);
  useDeclaredShortcut(handsShortcut, run);

  const label = to === "team" ? m.assistant_take_over() : m.assistant_give();
  // Where nobody uses the assistant, its key and the palette are enough.
  if (!labelled && now === undefined && !isInUse(ANSWERS)) return null;
  if (labelled || to === "team")
    return (
      <Button icon={to === "team" ? Hand : Sparkles} busy={busy} onClick={run} className={labelled ? "justify-self-start" : ""}>
        {label}
      </Button>
    );
  return <IconButton label={label} icon={Sparkles} shortcut={handsShortcut.keys} onClick={run} />;
}

/** Says calmly why it was refused, and where to look. Which ceiling was reached stands on the page of usage. */
function useExplain(projectId: string): (to: "assistant" | "team", cause: unknown) => void {
  const toast = useToast();
  const navigate = useNavigate();
  const { mayI } = useProject();
  const go = (page: string, label: string) => ({ label, run: () => void navigate({ to: `/projects/${projectId}/settings/${page}` }) });
  return (to, cause) => {
    const title = to === "team" ? m.assistant_not_taken() : m.assistant_not_given();
    const problem = cause instanceof CallError ? cause.problem : undefined;
    if (problem?.code === "ai_unavailable") {
      const again = formatTime(Date.now() + (problem.retryAfter ?? 0) * 1000);
      toast({ title, body: m.assistant_again_at({ time: again }), action: go("ai-usage", m.assistant_to_usage()) });
    } else if (problem?.code === "not_configured") {
      toast({ title, body: problem.error, ...(mayI("admin") && { action: go("ai", m.assistant_to_models()) }) });
    } else if (problem?.code === "stale_frontier") {
      toast({ title, body: m.assistant_look_first() });
    } else {
      toast({ title, body: messageOf(cause), tone: problem?.code === "conflict" ? "neutral" : "bad" });
    }
  };
}

/** Nobody is assigned where the assistant or the team as a whole answers; otherwise the row names who does. */
export function HandsChip({ row }: PropsOf<typeof rowChip>) {
  const answers = answersOf(row);
  if (answers === "assistant") return <Chip tone="ai">{m.assistant_chip()}</Chip>;
  return answers === "team" && row.assigneeId === null && row.status !== "closed" ? <Chip>{m.assistant_chip_team()}</Chip> : null;
}

const FILTERS = { assistant: m.assistant_filter_assistant, team: m.assistant_filter_team } as const;

export function HandsFilter({ filter, onFilter, isInUse }: PropsOf<typeof listFilter>) {
  const chosen = (["assistant", "team"] as const).find((one) => filter === `${ANSWERS}:${one}`);
  if (chosen === undefined && !isInUse(ANSWERS)) return null;
  return (
    <Menu
      align="end"
      items={[
        ...(["assistant", "team"] as const).map((one) => ({
          label: FILTERS[one](),
          checked: one === chosen,
          onSelect: () => onFilter(one === chosen ? undefined : `${ANSWERS}:${one}`),
        })),
        "separator",
        { label: m.assistant_filter_any(), checked: chosen === undefined, onSelect: () => onFilter(undefined) },
      ]}
      trigger={
        chosen === undefined ? (
          <IconButton label={m.assistant_filter()} icon={Sparkles} />
        ) : (
          <Button size="sm" icon={Sparkles} aria-label={m.assistant_filter_on({ who: FILTERS[chosen]() })} className="rounded-full!">
            {chosen === "assistant" ? m.assistant_chip() : m.assistant_chip_team()}
          </Button>
        )
      }
    />
  );
}

/** Who answers, as a field of conditions. */
export function HandsField({ declare }: PropsOf<typeof viewField>) {
  useEffect(
    () =>
      declare({
        name: ANSWERS,
        label: m.assistant_field(),
        options: [
          { value: "assistant", label: FILTERS.assistant() },
          { value: "team", label: FILTERS.team() },
          { value: "none", label: m.assistant_field_none() },
        ],
      }),
    [declare],
  );
  return null;
}
