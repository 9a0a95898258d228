// Light, dark or as the system. `edition/public/assets/theme-1.js` applies the same before the first paint.
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
const system = matchMedia("(prefers-color-scheme: dark)");

function apply(): void {
  const dark = theme.get() === "dark" || (theme.get() === "system" && system.matches);
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", dark ? "#0e0f12" : "#f6f7f9");
}

/** Follows the system from now on, as long as that is chosen. */
export function followTheme(): void {
  apply();
  system.addEventListener("change", apply);
}

/** The chosen theme. */
export const useTheme = (): Theme => useStore(theme);

/** Chooses, for this browser. */
export function setTheme(next: Theme): void {
  theme.set(next);
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Without storage it lasts as long as the page.
  }
  apply();
}

/** Its name in the reader's language. */
export const themeName = (of: Theme): string =>
  ({ system: m.dashboard_theme_system, light: m.dashboard_theme_light, dark: m.dashboard_theme_dark })[of]();
