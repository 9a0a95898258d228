// Holds the screens of all modules, as the edition registered them.
import type { Screen } from "./screen.ts";

let screens: readonly Screen[] = [];
export const setScreens = (all: readonly Screen[]): void => void (screens = all);
/** All screens, in the order of the edition. */
export const allScreens = (): readonly Screen[] => screens;

/** Screens with an entry in the sidebar, in order. */
export const navScreens = (): readonly (Screen & { readonly nav: NonNullable<Screen["nav"]> })[] =>
  screens.flatMap((screen) => (screen.nav ? [{ ...screen, nav: screen.nav }] : [])).toSorted((a, b) => a.nav.order - b.nav.order);

/** How many of them the tab bar of narrow screens has room for. */
export const TABS = 3;

/** The placeholder of the screen at an address, if it has one of its own. Addresses that lead to a project begin on its first screen. */
export function pendingOf(pathname: string): Screen["pending"] {
  const at = (path: string): RegExp => new RegExp(`^${path.replace(/\/:\w+\?$/, "(/[^/]+)?").replace(/:\w+/g, "[^/]+")}$`);
  const toProject = /^\/(conversations(\/.*)?|projects\/[^/]+)?$/.test(pathname);
  return (screens.find(({ path }) => at(path).test(pathname)) ?? (toProject ? navScreens()[0] : undefined))?.pending;
}

/** Settings pages of a scope, in order. */
export const settingsScreens = (scope: Screen["scope"]): readonly (Screen & { readonly settings: NonNullable<Screen["settings"]> })[] =>
  screens
    .flatMap((screen) => (screen.settings && screen.scope === scope ? [{ ...screen, settings: screen.settings }] : []))
    .toSorted((a, b) => a.settings.order - b.settings.order);
