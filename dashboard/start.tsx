// Starts the dashboard with what the edition joined.
import "./app.css";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { Tooltip } from "@base-ui/react/tooltip";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api.ts";
import { setScreens } from "./desk.ts";
import { makeRouter } from "./router.tsx";
import { type Fill, type Screen, setFills } from "./screen.ts";
import { type SessionSource, setSession } from "./session.tsx";
import { listenForShortcuts } from "./shortcuts.ts";
import { followTheme } from "./theme.ts";
import { Toasts } from "./ui/toast.tsx";

interface Joined {
  readonly screens: readonly Screen[];
  readonly fills: readonly Fill[];
  readonly session: SessionSource;
}

/** Draws the application into `#root`. */
export function startDashboard({ screens, fills, session }: Joined): void {
  setScreens(screens);
  setFills(fills);
  setSession(session);
  followTheme();
  listenForShortcuts();
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  createRoot(root).render(
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Tooltip.Provider delay={500}>
          <Toasts>
            <RouterProvider router={makeRouter()} />
          </Toasts>
        </Tooltip.Provider>
      </QueryClientProvider>
    </CSPProvider>,
  );
}
