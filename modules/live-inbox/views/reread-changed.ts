// Reads again what the service says has changed.
import type { QueryClient } from "@tanstack/react-query";

/**
 * Reads again whatever was read of this route. A first read that is still under way is begun anew: its answer may be from before the change,
 * and the cache would take it for the one that was asked for after it.
 */
export function rereadChanged(client: QueryClient, route: string): void {
  const queryKey = [route];
  const isFirst = (query: { state: { data?: unknown } }): boolean => query.state.data === undefined;
  // Silent, and of what is read at once again: nothing is shown as failed, and nothing is left waiting.
  void client.cancelQueries({ queryKey, type: "active", fetchStatus: "fetching", predicate: isFirst }, { silent: true });
  void client.invalidateQueries({ queryKey });
}
