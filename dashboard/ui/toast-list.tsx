// Renders the visible toasts, on Base UI.
import { Toast as Base } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect } from "react";
import { m } from "#messages";
import { buttonClasses } from "./button.tsx";
import { takeQueuedToasts, type ToastOptions, toastQueue } from "./toast-queue.ts";

const manager = Base.createToastManager();

function add({
  title,
  body,
  tone = "neutral",
  undo,
  lasts,
  action = undo && { label: m.dashboard_undo(), run: undo },
}: ToastOptions): void {
  const id = manager.add({
    // A repeated toast replaces the first one: a growing pile could cover what is being clicked.
    ...(undo ? {} : { id: `${tone} ${title} ${body ?? ""}` }),
    title,
    ...(body === undefined ? {} : { description: body }),
    type: tone,
    // "high" would hide the toast and its button from assistive technology.
    priority: "low",
    timeout: lasts ?? (undo ? 6000 : tone === "bad" ? 10_000 : 5000),
    ...(action
      ? {
          actionProps: {
            children: action.label,
            onClick: () => {
              manager.close(id);
              action.run();
            },
          },
        }
      : {}),
  });
}

/** Shows the toasts queued before this code was loaded, and all later ones. */
export default function ToastList() {
  useEffect(() => {
    const drain = (): void => takeQueuedToasts().forEach(add);
    drain();
    return toastQueue.subscribe(drain);
  }, []);
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        {/* Below the header: in the lower corner it would cover the Send button. */}
        <Base.Viewport className="fixed end-4 top-[calc(68px+env(safe-area-inset-top))] z-50 grid w-90 max-w-[calc(100vw-32px)] gap-2">
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

const GLYPHS = { neutral: Info, ok: CircleCheck, bad: CircleAlert } as const;
const COLORS = { neutral: "text-muted", ok: "text-ok-text", bad: "text-bad-text" } as const;

/** Newest first: at most three, and only one where there is no room between header and composer. */
function List() {
  return Base.useToastManager().toasts.map((item) => {
    const tone = (item.type ?? "neutral") as keyof typeof GLYPHS;
    const Glyph = GLYPHS[tone];
    return (
      <Base.Root
        key={item.id}
        toast={item}
        swipeDirection={["right", "up"]}
        className="rounded-md bg-surface shadow-3 transition-[opacity,translate] duration-[160ms] ease-out data-[ending-style]:opacity-0 data-[limited]:hidden max-lg:not-first:hidden [@media(max-height:560px)]:not-first:hidden data-[starting-style]:-translate-y-2 data-[starting-style]:opacity-0"
      >
        <Base.Content className="flex items-start gap-2.5 p-3">
          <Glyph className={`mt-0.5 size-4 shrink-0 ${COLORS[tone]}`} aria-hidden />
          <div className="min-w-0 flex-1">
            <Base.Title className="font-medium wrap-anywhere" />
            <Base.Description className="text-xs text-muted wrap-anywhere" />
          </div>
          {item.actionProps && <Base.Action className={buttonClasses("secondary", "sm")} />}
          <Base.Close
            aria-label={m.dashboard_close()}
            className="grid size-6 shrink-0 place-items-center rounded-xs text-muted hover:bg-hover hover:text-text"
          >
            <X className="size-3.5" aria-hidden />
          </Base.Close>
        </Base.Content>
      </Base.Root>
    );
  });
}
