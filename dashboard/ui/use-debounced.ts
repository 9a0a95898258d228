// Debounces a value.
import { useEffect, useState } from "react";

/** The value once it has not changed for `ms` milliseconds, for example to search when typing stops. */
export function useDebounced<T>(value: T, ms = 200): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
