// Asks the assistant for an answer. Without a provider it says what to configure, and invents nothing.
import { useMayI } from "#dashboard/session.tsx";
import { IconButton } from "#dashboard/ui/button.tsx";
import { wordsOf } from "#dashboard/ui/problem.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import { LoaderCircle, Sparkles, X } from "lucide-react";
import { useState } from "react";
import { askAssistant } from "../thread/actions.ts";
import type { Desk } from "../thread/entries.ts";

/** What the server says is not configured: its sentence, and the names of the variables that would change that. */
export interface Missing {
  readonly words: string;
  readonly variables: readonly string[];
}

/** The button; `onMissing` gets what the installation lacks. */
export function AiAnswer({ desk, onMissing }: { desk: Desk; onMissing(missing: Missing): void }) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function ask(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      if (await askAssistant(desk)) toast({ title: m.conversations_ai_asked(), tone: "ok" });
    } catch (cause) {
      const problem = cause instanceof CallError ? cause.problem : undefined;
      if (problem?.code === "not_configured")
        onMissing({ words: problem.error, variables: Array.isArray(problem["variables"]) ? problem["variables"].map(String) : [] });
      else toast({ title: m.conversations_ai_failed(), body: wordsOf(cause), tone: "bad" });
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

/** What is missing before the assistant can answer, by the names the server gave. */
export function AiSetup({ missing: { words, variables }, onClose }: { missing: Missing; onClose(): void }) {
  const admin = useMayI("admin");
  return (
    <section
      role="status"
      aria-label={m.conversations_ai_setup_title()}
      className="mx-auto mb-2 flex max-w-[720px] gap-3 rounded-lg border border-line-strong bg-surface p-3 ps-4 shadow-1"
    >
      <Sparkles className="mt-0.5 size-4 shrink-0 text-ai-text" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{m.conversations_ai_setup_title()}</p>
        <p className="text-muted">{words}</p>
        {variables.length > 0 && (
          <ul className="mt-2 flex flex-wrap gap-1.5">
            {variables.map((name) => (
              <li key={name}>
                <code className="block rounded-xs border border-line bg-subtle px-1.5 py-0.5 font-mono text-xs break-all">{name}</code>
              </li>
            ))}
          </ul>
        )}
        <p className="mt-2 text-xs text-muted">{admin ? m.conversations_ai_setup_admin() : m.conversations_ai_setup_operator()}</p>
      </div>
      <IconButton label={m.conversations_dismiss()} icon={X} onClick={onClose} />
    </section>
  );
}
