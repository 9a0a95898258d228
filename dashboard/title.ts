// Sets the document's title: screen · project · product.
import { useEffect } from "react";
import { useLocation } from "@tanstack/react-router";
import { projectNow } from "./session.tsx";

const PRODUCT = "Seed Desk";

/** Sets the title while the screen is shown, with the number of unread conversations in front. */
export function useTitle(title: string, unread = 0): void {
  const pathname = useLocation({ select: (location) => location.pathname });
  useEffect(() => {
    const project = projectNow(pathname)?.project.name;
    document.title = `${unread > 0 ? `(${unread}) ` : ""}${[title, project, PRODUCT].filter(Boolean).join(" · ")}`;
  }, [title, unread, pathname]);
}
