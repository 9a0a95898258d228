// The light, dark or system theme. A script in `index.html` applies it before the first paint.
import { m } from "#messages";
import { store, useStore } from "./store.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
const KEY = "seed.theme";

function stored(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? "system";
  } catch {
    return "system";
  }
}
const theme = store<Theme>(stored());

// The attribute is set only for a choice; without it the style sheet follows the system.
function apply(): void {
  const chosen = theme.get();
  if (chosen === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = chosen;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const dark = chosen === "dark" || (chosen === "system" && meta.media.includes("dark"));
    meta.content = dark ? "#0e0f12" : "#f6f7f9";
  }
}

export const useTheme = (): Theme => useStore(theme);

/** Chooses the theme for this browser. */
export function setTheme(next: Theme): void {
  theme.set(next);
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  apply();
}

/** The label of a theme. */
export const themeName = (of: Theme): string =>
  ({ system: m.dashboard_theme_system, light: m.dashboard_theme_light, dark: m.dashboard_theme_dark })[of]();
