// Shown above the composer after somebody asked an assistant that is not set up.
import { useMayI } from "#dashboard/session.tsx";
import { IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import { Sparkles, X } from "lucide-react";
import type { Missing } from "./ai-answer.tsx";

/** Lists the variables that the assistant needs. */
export default function AiSetup({ missing: { words, variables }, onClose }: { missing: Missing; onClose(): void }) {
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
