// Parts of the panel that are fetched when something first needs them.
import { useEffect, useState } from "preact/hooks";

/** A hook that answers the part once it is needed and here. A failed fetch is repeated by the next element that needs it. */
export function later<A, T>(fetch: (world: A) => Promise<T>) {
  let part: T | undefined;
  let loading: Promise<unknown> | undefined;
  return (needed: boolean, world: A): T | undefined => {
    const [, redraw] = useState(0);
    useEffect(() => {
      if (!needed || part) return;
      loading ??= fetch(world).then(
        (it) => (part = it),
        () => (loading = undefined),
      );
      void loading.then(() => redraw(1));
    }, [needed]);
    return needed ? part : undefined;
  };
}
