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
  /** The tabs of a page that shares an entry of the sidebar with others. They stand at the same place on each, whatever its width. */
  readonly tabs?: ReactNode;
  /** Nothing in it can take the focus, so the page itself does: the keyboard has to scroll it. */
  readonly isReadOnly?: boolean;
  readonly children: ReactNode;
}
const WIDTHS = { form: "max-w-160", wide: "max-w-240", full: "max-w-none" } as const;

/** Sets the document title and scrolls its own content. */
export function Page({ title, lead, actions, width = "form", tabs, isReadOnly = false, children }: PageProps) {
  useTitle(title);
  if (tabs) return <TabbedPage {...{ title, lead, actions, width, tabs, children }} />;
  return (
    <div
      className="relative flex h-full min-w-0 flex-1 flex-col overflow-y-auto overscroll-contain"
      {...(isReadOnly ? { tabIndex: 0, role: "group", "aria-label": title } : {})}
    >
      <div className={clsx("mx-auto flex w-full flex-1 flex-col px-4 pt-6 pb-12 sm:px-8 sm:pt-8", WIDTHS[width])}>
        <header className="mb-6 flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-0 flex-1 basis-48">
            <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
            {lead && <p className="mt-0.5 text-muted wrap-anywhere">{lead}</p>}
          </div>
          {actions && <div className="flex shrink-0 items-center gap-2 max-sm:shrink max-sm:flex-wrap">{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  );
}

// Everything above the tabs has the same height on every page; what differs stands below them.
const TabbedPage = ({ title, lead, actions, width = "form", tabs, children }: PageProps) => (
  <div className="relative flex h-full min-w-0 flex-1 flex-col overflow-y-auto overscroll-contain [scrollbar-gutter:stable]">
    <div className={clsx("mx-auto flex w-full flex-1 flex-col px-4 pt-6 pb-12 sm:px-8 sm:pt-8", WIDTHS.wide)}>
      <header className="mb-6 grid grid-cols-1 gap-x-4 sm:grid-cols-[minmax(0,1fr)_auto]">
        <h1 className="flex min-h-9 items-center text-xl font-semibold wrap-anywhere pointer-coarse:min-h-11">{title}</h1>
        <div className="col-span-full mt-1 min-w-0">{tabs}</div>
        {actions && (
          <div className="flex flex-wrap items-center gap-2 max-sm:mt-4 sm:col-start-2 sm:row-start-1 sm:justify-end">{actions}</div>
        )}
        {lead && <p className="col-span-full mt-4 text-muted wrap-anywhere">{lead}</p>}
      </header>
      <div className={clsx("flex flex-1 flex-col", WIDTHS[width])}>{children}</div>
    </div>
  </div>
);

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
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="text-md font-semibold">{title}</h2>
        {lead && <div className="text-muted">{lead}</div>}
      </div>
      {actions}
    </div>
    {children && <div className="grid grid-cols-1 gap-4 px-5 pb-5">{children}</div>}
  </section>
);
