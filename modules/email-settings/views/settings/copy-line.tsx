// A value with a copy button, to paste into another product's form.
import { CopyButton } from "#dashboard/ui/copy.tsx";

export const CopyLine = ({ label, text }: { label: string; text: string }) => (
  <div role="group" aria-label={label} className="flex items-center gap-2">
    <code className="min-w-0 flex-1 rounded-sm bg-subtle px-2.5 py-1.5 font-mono text-xs wrap-anywhere select-all">{text}</code>
    <CopyButton text={text} />
  </div>
);
