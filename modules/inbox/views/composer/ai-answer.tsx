// The button that asks the assistant for a reply. Without a provider it says what to configure.
import { messageOf } from "#dashboard/ui/problem.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { LoaderCircle, Sparkles } from "lucide-react";
import { useState } from "react";
import { askAssistant } from "../actions/actions.ts";
import type { ThreadContext } from "../events/entries.ts";

/** The server's explanation of what is not configured, and the names of the missing variables. */
export interface Missing {
  readonly words: string;
  readonly variables: readonly string[];
}

/** `onMissing` is called with what the installation lacks. */
export function AiAnswer({ context, onMissing }: { context: ThreadContext; onMissing(missing: Missing): void }) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function ask(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      if (await askAssistant(context)) toast({ title: m.conversations_ai_asked(), tone: "ok" });
    } catch (cause) {
      const problem = cause instanceof CallError ? cause.problem : undefined;
      if (problem?.code === "not_configured")
        onMissing({ words: problem.error, variables: Array.isArray(problem["variables"]) ? problem["variables"].map(String) : [] });
      else toast({ title: m.conversations_ai_failed(), body: messageOf(cause), tone: "bad" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <button
      type="button"
      onClick={() => void ask()}
      aria-busy={busy}
      className="ms-1 inline-flex h-7 items-center gap-1 rounded-sm px-2 text-xs font-medium text-ai-text hover:bg-ai-soft max-lg:h-11"
    >
      {busy ? <LoaderCircle className="size-3.5 animate-spin" aria-hidden /> : <Sparkles className="size-3.5" aria-hidden />}
      {m.conversations_ai_answer()}
    </button>
  );
}
