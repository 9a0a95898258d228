// Layout of a one-column screen: title, actions, content.
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useTitle } from "../title.ts";

interface PageProps {
  readonly title: string;
  /** One line under the title. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** `form` = 640 px, `wide` = 960 px, `full` = the whole main area. */
  readonly width?: "form" | "wide" | "full";
  readonly children: ReactNode;
}
const WIDTHS = { form: "max-w-160", wide: "max-w-240", full: "max-w-none" } as const;

/** Sets the document title and scrolls its own content. */
export function Page({ title, lead, actions, width = "form", children }: PageProps) {
  useTitle(title);
  return (
    <div className="relative flex h-full min-w-0 flex-1 flex-col overflow-y-auto overscroll-contain">
      <div className={clsx("mx-auto flex w-full flex-1 flex-col px-4 pt-6 pb-12 sm:px-8 sm:pt-8", WIDTHS[width])}>
        <header className="mb-6 flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-0 flex-1 basis-48">
            <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
            {lead && <p className="mt-0.5 text-muted">{lead}</p>}
          </div>
          {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  );
}

interface SectionProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly tone?: "danger";
  readonly children?: ReactNode;
}

/** A titled card of a page. */
export const Section = ({ title, lead, actions, tone, children }: SectionProps) => (
  <section className={clsx("mb-5 rounded-lg border bg-surface", tone === "danger" ? "border-bad" : "border-line")}>
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 px-5 pt-4 pb-3 last:pb-4">
      <div className="min-w-0 flex-1 basis-50">
        <h2 className="text-md font-semibold">{title}</h2>
        {lead && <div className="text-muted">{lead}</div>}
      </div>
      {actions}
    </div>
    {children && <div className="grid grid-cols-1 gap-4 px-5 pb-5">{children}</div>}
  </section>
);
