// The card of a hand-over: what the customer asked, what was tried, and why it was not sent. Read when it is opened.
import { useRouteQuery } from "#dashboard/api.ts";
import type { PropsOf } from "#dashboard/screen.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { messageOf } from "#dashboard/ui/problem.tsx";
import { m } from "#messages";
import type { activityDetails } from "#modules/inbox/views";
import { Link } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import * as v from "valibot";
import { AnswersChange, readRound, roundPath } from "../../contract.ts";
import { RoundParts } from "../trace/round-parts.tsx";

export function HandOver({ projectId, event }: PropsOf<typeof activityDetails>) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const change = v.safeParse(AnswersChange, event.data);
  const roundId = change.success && change.output.to === "team" ? change.output.roundId : null;
  if (roundId === null) return null;
  return (
    <div className="mx-auto mt-2 max-w-[560px] rounded-md border border-line bg-surface text-sm">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-9 w-full items-center gap-2 rounded-md px-3 text-start font-medium -outline-offset-2 hover:bg-hover pointer-coarse:min-h-11"
      >
        <span className="flex-1">{m.assistant_handover_title()}</span>
        <ChevronDown className={`size-4 text-muted transition-transform ${open ? "rotate-180" : ""}`} aria-hidden />
      </button>
      <div id={id} hidden={!open} className="border-t border-line px-3 py-3">
        {open && <Tried projectId={projectId} roundId={roundId} />}
      </div>
    </div>
  );
}

function Tried({ projectId, roundId }: { projectId: string; roundId: string }) {
  const { data, error, refetch } = useRouteQuery(readRound, { params: { projectId, roundId } }, { staleTime: Infinity });
  if (!data)
    return error ? (
      <div role="alert" className="flex flex-wrap items-center gap-2 text-muted">
        <p className="flex-1">{messageOf(error)}</p>
        <Button size="sm" onClick={() => void refetch()}>
          {m.dashboard_retry()}
        </Button>
      </div>
    ) : (
      <p className="text-muted">{m.assistant_handover_loading()}</p>
    );
  return (
    <div className="grid grid-cols-1 gap-4">
      <RoundParts read={data} />
      <Link to={roundPath(projectId, roundId)} className="justify-self-start font-medium underline underline-offset-2">
        {m.assistant_handover_all()}
      </Link>
    </div>
  );
}
