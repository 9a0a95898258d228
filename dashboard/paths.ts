// Converts paths of screens from `:name` to the router's syntax and to real addresses.
import type { Screen } from "./screen.ts";

/** `/a/:id/:more?` → `/a/$id/{-$more}`, as the router writes it. */
export const routerPath = (path: string): string => path.replace(/:(\w+)\?/g, "{-$$$1}").replace(/:(\w+)/g, "$$$1");

/** The address of a screen in a project, up to its first parameter that is not given. */
export const screenPath = (screen: Screen, projectId = ""): string => screen.nav?.to?.(projectId) ?? basePath(screen, projectId);

/** The address of the screen without its parameters after the project. */
export const basePath = (screen: Screen, projectId = ""): string => screen.path.replace(":projectId", projectId).replace(/\/:.*$/, "");

/** Whether the address belongs to the screen, or to another tab of the same section. */
export function isAt(screen: Screen, projectId: string, pathname: string): boolean {
  const base = screen.tab ? `/projects/${projectId}/${screen.tab.of}` : basePath(screen, projectId);
  return pathname === base || pathname.startsWith(`${base}/`);
}
