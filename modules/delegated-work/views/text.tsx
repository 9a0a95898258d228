// A text that came from a computer, or that went to one.
import { CopyButton } from "#dashboard/ui/copy.tsx";
import type { ReactNode } from "react";

/** A text that came from elsewhere, as it is: control characters show nothing and do nothing. */
export function Text({ label, text, open = false, children }: { label: string; text: string; open?: boolean; children?: ReactNode }) {
  return (
    <details open={open} className="min-w-0">
      <summary className="w-fit cursor-pointer text-xs font-medium text-muted">{label}</summary>
      <div className="mt-1.5">
        <pre
          dir="auto"
          tabIndex={0}
          className="max-h-60 overflow-auto rounded-sm bg-subtle px-2.5 py-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {text}
        </pre>
      </div>
      {children !== undefined && <div className="mt-1.5">{children}</div>}
      <div className="mt-1.5">
        <CopyButton text={text} variant="ghost" />
      </div>
    </details>
  );
}
