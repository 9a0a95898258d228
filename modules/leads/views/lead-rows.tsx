// The leads of a list. J and K, or the arrows, move between them; Enter opens.
import { useShortcut } from "#dashboard/shortcuts.ts";
import { Avatar } from "#dashboard/ui/avatar.tsx";
import { Chip } from "#dashboard/ui/chip.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { m } from "#messages";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useRef } from "react";
import { type Lead, leadPath } from "../contract.ts";
import { NextStep } from "./next-step.tsx";
import { useOwnerName } from "./owner-select.tsx";
import { leadName } from "./queries.ts";
import { STAGE_LABELS, STAGE_TONES } from "./stages.ts";

export function LeadRows({ projectId, leads }: { projectId: string; leads: readonly Lead[] }) {
  const list = useRef<HTMLUListElement>(null);
  const ownerName = useOwnerName();
  function step(by: 1 | -1): void {
    const links = [...(list.current?.querySelectorAll<HTMLElement>("a") ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const next = links[at === -1 ? (by === 1 ? 0 : links.length - 1) : at + by];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }
  const group = m.leads_title();
  useShortcut("j", () => step(1), { label: m.leads_key_next(), group, hidden: true, repeats: true });
  useShortcut("k", () => step(-1), { label: m.leads_key_previous(), group, hidden: true, repeats: true });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    step(event.key === "ArrowDown" ? 1 : -1);
  };
  return (
    <ul ref={list} onKeyDown={onKeyDown} className="divide-y divide-line border-y border-line">
      {leads.map((lead) => {
        const owner = ownerName(lead.ownerId);
        const name = leadName(lead);
        const more = [lead.role, lead.company, lead.email ?? lead.domain]
          .map((text) => plain(text ?? ""))
          .filter((text) => text !== "" && text !== name);
        return (
          <li key={lead.id}>
            <Link
              to={leadPath(projectId, lead.id)}
              className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-2 py-2.5 hover:bg-hover sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,12rem)_7rem_auto]"
            >
              <Avatar id={lead.id} name={name} size={28} />
              <span className="min-w-0">
                <span className="block truncate font-medium">
                  <bdi>{name}</bdi>
                </span>
                {more.length > 0 && (
                  <span className="block truncate text-xs text-muted">
                    <bdi>{more.join(" · ")}</bdi>
                  </span>
                )}
              </span>
              <span className="col-start-2 row-start-2 min-w-0 truncate text-xs empty:hidden sm:col-start-auto sm:row-start-auto sm:block">
                <NextStep lead={lead} />
              </span>
              <span className="hidden min-w-0 truncate text-xs text-muted sm:block">{owner && <bdi>{owner}</bdi>}</span>
              <Chip tone={STAGE_TONES[lead.stage]}>{STAGE_LABELS[lead.stage]()}</Chip>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
