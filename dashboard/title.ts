// Sets the document's title: screen · project · product.
import { useEffect } from "react";
import { useLocation } from "@tanstack/react-router";
import { projectNow } from "./session.tsx";
import { store, useStore } from "./store.ts";

const PRODUCT = "Seed Desk";

const badge = store(0);
/** Sets the number in front of the title of every screen; 0 for none. */
export const setTitleBadge = (count: number): void => badge.set(count);

/** Sets the title while the screen is shown, with a number in front: that of the badge, or else of the screen's own unread. */
export function useTitle(title: string, unread = 0): void {
  const pathname = useLocation({ select: (location) => location.pathname });
  const count = useStore(badge) || unread;
  useEffect(() => {
    const project = projectNow(pathname)?.project.name;
    document.title = `${count > 0 ? `(${count > 99 ? "99+" : count}) ` : ""}${[title, project, PRODUCT].filter(Boolean).join(" · ")}`;
  }, [title, count, pathname]);
}
