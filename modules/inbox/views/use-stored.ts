// A hook for preferences that this browser remembers.
import { useState } from "react";

/** The width of the list in pixels. */
export const LIST_WIDTH = { key: "inbox.list", start: 320 } as const;

/** The type of a stored value: `true` as the default means any boolean, 320 any number. */
type Wide<T> = T extends boolean ? boolean : number;

/** A preference of this browser; where storage is refused it lasts as long as the page. */
export function useStored<T extends number | boolean>(key: string, start: T): [Wide<T>, (value: Wide<T>) => void] {
  const [value, setValue] = useState<Wide<T>>(() => read<Wide<T>>(key, start as Wide<T>));
  return [
    value,
    (next) => {
      setValue(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage is full or forbidden; a preference is not worth an error.
      }
    },
  ];
}

function read<T>(key: string, start: T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return typeof value === typeof start ? (value as T) : start;
  } catch {
    return start;
  }
}
