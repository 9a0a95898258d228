// A value that components can subscribe to, for state that is neither in the address nor in the query cache.
import { useSyncExternalStore } from "react";

export interface Store<T> {
  get(): T;
  set(next: T | ((held: T) => T)): void;
  subscribe(listener: () => void): () => void;
}

/** Creates a store. */
export function store<T>(initial: T): Store<T> {
  let held = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => held,
    set(next) {
      const value = typeof next === "function" ? (next as (held: T) => T)(held) : next;
      if (Object.is(value, held)) return;
      held = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Subscribes a component to a store. */
export const useStore = <T>(watched: Store<T>): T => useSyncExternalStore(watched.subscribe, watched.get);
