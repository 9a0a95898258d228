// The companies of a list. J and K, or the arrows, move between them; Enter opens.
import { useShortcut } from "#dashboard/shortcuts.ts";
import { Avatar } from "#dashboard/ui/avatar.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useRef } from "react";
import { type Company, companyPath } from "../contract.ts";

export function CompanyRows({ projectId, companies }: { projectId: string; companies: readonly Company[] }) {
  const list = useRef<HTMLUListElement>(null);
  function step(by: 1 | -1): void {
    const links = [...(list.current?.querySelectorAll<HTMLElement>("a") ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const next = links[at === -1 ? (by === 1 ? 0 : links.length - 1) : at + by];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }
  const group = m.companies_title();
  useShortcut("j", () => step(1), { label: m.companies_key_next(), group, hidden: true, repeats: true });
  useShortcut("k", () => step(-1), { label: m.companies_key_previous(), group, hidden: true, repeats: true });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    step(event.key === "ArrowDown" ? 1 : -1);
  };
  return (
    <ul ref={list} onKeyDown={onKeyDown} aria-label={m.companies_title()} className="divide-y divide-line border-y border-line">
      {companies.map(({ id, name, domains }) => (
        <li key={id}>
          <Link
            to={companyPath(projectId, id)}
            className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 px-2 py-2 hover:bg-hover sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)]"
          >
            <Avatar id={id} name={plain(name)} size={24} />
            <span dir="auto" className="truncate font-medium">
              {plain(name)}
            </span>
            <span className="col-start-2 truncate text-xs text-muted empty:hidden sm:col-start-auto sm:text-sm">
              {domains.length > 0 && <bdi>{plain(domains.join(", "))}</bdi>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
