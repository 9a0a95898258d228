// A part of a screen whose code is loaded on first use, and which takes nothing else along if it cannot be.
import { type ComponentType, createElement, type ReactNode, Suspense } from "react";
import { m } from "#messages";
import { LoadBoundary } from "./load-boundary.ts";
import { preloadable } from "./preloadable.ts";
import { toast } from "./ui/toast.tsx";

/** Left out until its code is loaded. If that fails, one that can be closed, such as a dialog, closes and says so. */
export function latePart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): (props: P) => ReactNode {
  const Part = preloadable(load);
  return (props) => {
    const { onClose } = props as { onClose?(): void };
    const onFail =
      onClose &&
      (() => {
        onClose();
        toast({ tone: "bad", title: m.dashboard_not_loaded() });
      });
    return createElement(LoadBoundary, { onFail }, createElement(Suspense, null, createElement(Part, props)));
  };
}
