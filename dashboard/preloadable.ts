// A component whose code is loaded on first use or before. Unlike `lazy`, it is drawn at once if its code is there already: a component that
// suspends even for a moment is held back for 300 ms by React.
import { type ComponentType, createElement, lazy, type ReactNode, useState } from "react";

export interface Preloadable<P> {
  (props: P): ReactNode;
  /** Loads the code. A failure is noticed when it is drawn. */
  preload(): void;
}
/** In milliseconds. */
const FAILS_FOR = 1000;

interface Code {
  loaded?: ComponentType<object>;
  /** Suspends until it is loaded. */
  lazy: ComponentType<object>;
}

/** Makes one; without its code it suspends. */
export function preloadable<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Preloadable<P> {
  // A failure is remembered by `lazy`, so a later use begins anew, though Chromium asks again for such a file only after a reload; not at once, since React draws once more what could not be loaded, and
  // would load it again and again instead of showing the failure.
  function tried() {
    return loading().catch((error: unknown) => {
      setTimeout(() => (code.lazy = lazy(tried)), FAILS_FOR);
      throw error;
    });
  }
  const loading = async (): Promise<{ default: ComponentType<object> }> => {
    const module = (await load()) as { default: ComponentType<object> };
    code.loaded = module.default;
    return module;
  };
  const code: Code = { lazy: lazy(tried) };
  return Object.assign((props: P) => createElement(Drawn, { code, given: props }), {
    preload: () => void loading().catch(() => undefined),
  });
}

/** Which of the two it draws stays the same while it is drawn; a change would reset its state. */
function Drawn({ code, given }: { readonly code: Code; readonly given: object }): ReactNode {
  const [part] = useState({ Shown: code.loaded ?? code.lazy });
  return createElement(part.Shown, given);
}
