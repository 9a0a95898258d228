// The frame of all results: between thread and composer, so that it covers neither.
import { useProject } from "#dashboard/session.tsx";
import { Button, buttonClasses, IconButton } from "#dashboard/ui/button.tsx";
import { Spinner } from "#dashboard/ui/spinner.tsx";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { CornerLeftUp, Sparkles, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { isCeiling, isNotConfigured, sentenceOf } from "./sentence-of.ts";

interface FrameProps {
  readonly title: string;
  /** Takes the focus when it opens; for what is done in the text itself it stays there. */
  readonly takesFocus?: boolean;
  readonly footer?: ReactNode;
  onClose(): void;
  readonly children: ReactNode;
}

export function Frame({ title, takesFocus = true, footer, onClose, children }: FrameProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    // After the menu, which gives the focus back when it closes.
    const timer = setTimeout(() => {
      const element = section.current;
      (element?.querySelector<HTMLElement>("[data-first-focus]") ?? element)?.focus({ preventScroll: true });
    }, 50);
    return () => clearTimeout(timer);
  }, [takesFocus]);
  return (
    <section
      ref={section}
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
      className="mb-2 flex max-h-[min(22rem,45vh)] flex-col overflow-hidden rounded-lg border border-line-strong bg-surface text-sm shadow-1 outline-offset-0"
    >
      <header className="flex h-9 shrink-0 items-center gap-1.5 ps-3 pe-1">
        <Sparkles className="size-3.5 shrink-0 text-ai-text" aria-hidden />
        <h3 className="min-w-0 flex-1 truncate font-medium">{title}</h3>
        <IconButton label={m.copilot_close()} icon={X} onClick={onClose} />
      </header>
      {children && (
        <div role="group" aria-label={title} tabIndex={0} className="grid min-h-0 gap-2.5 overflow-y-auto px-3 pb-3 -outline-offset-2">
          {children}
        </div>
      )}
      {footer && (
        <footer className={`flex shrink-0 flex-wrap items-center gap-2 px-3 ${children ? "border-t border-line py-2" : "pb-2"}`}>
          {footer}
        </footer>
      )}
    </section>
  );
}

/** While a request runs. */
export const Working = ({ children }: { children: ReactNode }) => (
  <p role="status" className="flex items-center gap-2 py-1 text-muted">
    <Spinner />
    {children}
  </p>
);

/** Why it failed, with what can be done about it. */
export function Failure({ error, projectId, onRetry }: { error: unknown; projectId: string; onRetry(): void }) {
  const { mayI } = useProject();
  const link = buttonClasses("secondary", "sm");
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 py-1">
      <p className="min-w-0 flex-1 basis-52 wrap-anywhere">
        {sentenceOf(error)} {isNotConfigured(error) && !mayI("admin") && m.copilot_failed_setup_ask()}
      </p>
      {isNotConfigured(error) ? (
        mayI("admin") && (
          <Link to={`/projects/${projectId}/settings/ai`} className={link}>
            {m.copilot_failed_setup()}
          </Link>
        )
      ) : isCeiling(error) ? (
        <Link to={`/projects/${projectId}/settings/ai-usage`} className={link}>
          {m.copilot_failed_usage()}
        </Link>
      ) : (
        <Button size="sm" onClick={onRetry}>
          {m.copilot_retry()}
        </Button>
      )}
    </div>
  );
}

/** A small button that goes to a message of the thread. */
export const GoTo = ({ number, label, onClick }: { number: number; label: string; onClick(): void }) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onClick}
    className="ms-1 inline-flex min-h-5 items-center gap-0.5 rounded-full bg-ai-soft px-1.5 align-baseline text-2xs font-medium text-ai-text hover:underline pointer-coarse:min-h-6"
  >
    <CornerLeftUp className="size-3" aria-hidden />
    {number}
  </button>
);
