// Builds addresses of screens by name.
import { allScreens } from "./registered-screens.ts";

/** The address of a screen by its name, for a module that may not import the screen's own module. */
export const addressOf = (name: string, params: Readonly<Record<string, string>>): string | undefined =>
  allScreens()
    .find((screen) => screen.name === name)
    ?.path.replace(/:(\w+)/g, (_, param: string) => params[param] ?? "");
