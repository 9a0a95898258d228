// Collapsed instructions with numbered steps.
import type { ReactNode } from "react";

export const HowTo = ({ title, children }: { title: string; children: ReactNode }) => (
  <details>
    <summary className="w-fit rounded-xs py-0.5 text-accent-text hover:underline">{title}</summary>
    <div className="mt-2 mb-1 grid gap-2">{children}</div>
  </details>
);

export const Steps = ({ steps }: { steps: readonly string[] }) => (
  <ol className="grid list-decimal gap-1 ps-5">
    {steps.map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
);
