// Static preview of the widget. The widget itself runs only on the customer's website.
import { ArrowUp, CircleHelp, MessageCircle, Smile, X } from "lucide-react";
import type { CSSProperties } from "react";
import { m } from "#messages";
import type { WidgetAppearance } from "../../contract.ts";
import { onColorOf } from "#kernel/wire/color.ts";

// The panel's own colours in both themes; the widget does not share the dashboard's styles.
const COLORS = {
  light: { page: "#eef0f4", panel: "#ffffff", bubble: "#f1f2f5", text: "#1b1d22", muted: "#5c616b", line: "#e3e5ea" },
  dark: { page: "#0c0d10", panel: "#17191d", bubble: "#24272d", text: "#f2f3f5", muted: "#a9aeb8", line: "#2c2f36" },
} as const;
const LAUNCHER = { chat: MessageCircle, help: CircleHelp, smile: Smile } as const;

/** Drawn at about three quarters of its size. */
export function Preview({ look, theme }: { look: WidgetAppearance; theme: "light" | "dark" }) {
  const c = COLORS[theme];
  const onColor = onColorOf(look.color);
  const own: CSSProperties = { background: look.color, color: onColor };
  const Launcher = look.launcher === "none" ? undefined : LAUNCHER[look.launcher];
  const inset = Math.min(16, look.offset * 0.6);
  return (
    <div
      role="img"
      aria-label={m.projects_preview_alt({ title: look.title })}
      className="overflow-hidden rounded-lg border border-line"
      style={{ background: c.page, color: c.text }}
    >
      <div
        aria-hidden
        className={`flex flex-col gap-3 ${look.side === "left" ? "items-start" : "items-end"}`}
        style={{ padding: `20px ${Math.max(8, inset)}px ${Math.max(8, inset)}px` }}
      >
        <div className="flex w-[min(272px,100%)] flex-col overflow-hidden rounded-xl shadow-3" style={{ background: c.panel }}>
          <div className="flex items-center gap-2.5 border-b px-4 py-3" style={{ borderColor: c.line }}>
            <span className="min-w-0 flex-1 truncate text-md font-semibold" dir="auto">
              {look.title || "…"}
            </span>
            <X className="size-4" style={{ color: c.muted }} />
          </div>
          <div className="grid min-h-60 content-end gap-2 p-3.5 text-sm">
            {look.greeting && (
              <p
                dir="auto"
                className="max-w-[85%] justify-self-start rounded-lg rounded-es-xs px-3 py-2 whitespace-pre-wrap wrap-anywhere"
                style={{ background: c.bubble }}
              >
                {look.greeting}
              </p>
            )}
            <p className="max-w-[85%] justify-self-end rounded-lg rounded-ee-xs px-3 py-2" style={own}>
              {m.projects_preview_question()}
            </p>
            <p className="max-w-[85%] justify-self-start rounded-lg rounded-es-xs px-3 py-2" style={{ background: c.bubble }}>
              {m.projects_preview_answer()}
            </p>
          </div>
          <div className="m-2 flex items-center gap-2 rounded-lg border py-1 ps-3 pe-1" style={{ borderColor: c.muted, color: c.muted }}>
            <span className="flex-1 text-sm">{m.projects_preview_write()}</span>
            <span className="grid size-7 place-items-center rounded-md" style={own}>
              <ArrowUp className="size-4" />
            </span>
          </div>
        </div>
        {Launcher ? (
          <span className="grid size-12 place-items-center rounded-full shadow-2" style={own}>
            <Launcher className="size-5.5" />
          </span>
        ) : (
          <span className="h-12" />
        )}
      </div>
    </div>
  );
}
