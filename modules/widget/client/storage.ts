// Storage that never throws: where the browser refuses it, values are kept in memory until the page is left.

const memory = new Map<string, string>();

function area(kind: "localStorage" | "sessionStorage"): Storage | undefined {
  try {
    // Even reading the property throws where storage is disabled.
    return window[kind];
  } catch {
    return undefined;
  }
}

/** A JSON value under a key, in localStorage (or sessionStorage for values that end with the tab). */
export function storageEntry<T>(key: string, kind: "localStorage" | "sessionStorage" = "localStorage") {
  return {
    key,
    read(): T | undefined {
      try {
        const text = memory.get(kind + key) ?? area(kind)?.getItem(key);
        return text ? (JSON.parse(text) as T) : undefined;
      } catch {
        return undefined;
      }
    },
    write(value: T | undefined): void {
      const text = value === undefined ? undefined : JSON.stringify(value);
      memory.delete(kind + key);
      try {
        if (text === undefined) area(kind)?.removeItem(key);
        else (area(kind) as Storage).setItem(key, text);
      } catch {
        if (text !== undefined) memory.set(kind + key, text);
      }
    },
  };
}
