// What a reply that came back was to do with the conversation, until the member drops it.
import { m } from "#messages";
import { X } from "lucide-react";

/** `closes`: it was to close the conversation, rather than to snooze it. */
export const IntentChip = ({ closes, onDrop }: { readonly closes: boolean; onDrop(): void }) => (
  <p className="mx-3.5 mb-1.5 flex w-fit items-center gap-1 rounded-full bg-subtle ps-2.5 pe-1 text-xs text-muted">
    {closes ? m.conversations_intent_close() : m.conversations_intent_snooze()}
    <button
      type="button"
      aria-label={m.conversations_intent_drop()}
      title={m.conversations_intent_drop()}
      className="grid size-6 place-items-center rounded-full hover:bg-hover hover:text-text"
      onClick={onDrop}
    >
      <X className="size-3.5" aria-hidden />
    </button>
  </p>
);
