import { allScreens } from "./registered-screens.ts";

/** The address of a screen by its name, for a module that stands below the one whose screen it is. */
export const addressOf = (name: string, params: Readonly<Record<string, string>>): string | undefined =>
  allScreens()
    .find((screen) => screen.name === name)
    ?.path.replace(/:(\w+)/g, (_, part: string) => params[part] ?? "");
