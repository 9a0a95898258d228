// Starts the dashboard with the screens, slots and session that the edition registered.
import "./app.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { CallError } from "#kernel/wire/route.ts";
import { queryClient } from "./api.ts";
import { setScreens } from "./registered-screens.ts";
import { makeRouter } from "./router.tsx";
import { type SlotRegistration, type Screen, setSlotRegistrations } from "./screen.ts";
import { type SessionSource, setSession } from "./session.tsx";
import { listenForShortcuts } from "./shortcuts.ts";
import { PageSkeletonEnds } from "./ui/skeleton.tsx";
import { Toasts } from "./ui/toast.tsx";
import { TooltipLayer } from "./ui/tooltip.tsx";

interface Joined {
  readonly screens: readonly Screen[];
  readonly slotRegistrations: readonly SlotRegistration[];
  readonly session: SessionSource;
}

/** When the frame is drawn without its screen, which is not there yet, in milliseconds. */
const DRAWN_WITHIN = 1000;

/** Renders the application into `#root`. */
export function startDashboard({ screens, slotRegistrations, session }: Joined): void {
  setScreens(screens);
  setSlotRegistrations(slotRegistrations);
  setSession(session);
  listenForShortcuts();
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  const router = makeRouter();
  const draw = (): void =>
    createRoot(root, {
      // A refused call has its own screen; every other error is logged.
      onCaughtError: (error) => error instanceof CallError || console.error(error),
    }).render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
        <TooltipLayer />
        <PageSkeletonEnds />
      </QueryClientProvider>,
    );
  // Meanwhile the page shows its own skeleton. Drawing without a screen, and then again, costs a phone 100 ms more.
  void Promise.race([router.load(), new Promise((over) => setTimeout(over, DRAWN_WITHIN))]).then(draw, draw);
}
