// Starts a run: what it reads, and what it costs at most.
import { issueOf, refusalOf, useRouteMutation } from "#dashboard/api.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Field, TextArea } from "#dashboard/ui/field.tsx";
import { m } from "#messages";
import { formatUsd } from "#modules/ai/views";
import { Telescope } from "lucide-react";
import { type FormEvent, useState } from "react";
import { MAX_ADDRESSES, readLeadResearch, type Research, startLeadResearch } from "../../contract.ts";
import type { Of } from "./statements.tsx";

interface StartProps {
  readonly of: Of;
  readonly domain: string | null;
  readonly research: Research;
}
export function StartForm({ of, domain, research: { model, mostUsd, runs } }: StartProps) {
  const [text, setText] = useState("");
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const start = useRouteMutation(startLeadResearch, {
    suppressToast: true,
    invalidates: [readLeadResearch],
    done: () => {
      setClientId(crypto.randomUUID());
      setText("");
    },
  });
  const addresses = text.split(/\s+/).filter((line) => line !== "");
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!start.isPending) start.mutate({ params: of as never, body: { clientId, addresses } });
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-3">
      <p className="text-muted">{domain === null ? m.lead_research_no_site() : m.lead_research_pages_of({ host: domain })}</p>
      <Field
        label={m.lead_research_addresses()}
        hint={m.lead_research_addresses_hint({ max: MAX_ADDRESSES })}
        error={
          addresses.map((_, i) => issueOf(start.error, `addresses.${i}`)).find((issue) => issue !== undefined) ??
          issueOf(start.error, "addresses")
        }
      >
        <TextArea dir="ltr" rows={2} spellCheck={false} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      {refusalOf(start.error) !== undefined && (
        <p role="alert" className="text-bad-text">
          {refusalOf(start.error)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          type="submit"
          variant="primary"
          icon={Telescope}
          busy={start.isPending}
          disabled={domain === null && addresses.length === 0}
        >
          {runs.length === 0 ? m.lead_research_start() : m.lead_research_again()}
        </Button>
        {mostUsd !== null && (
          <span className="text-xs text-muted wrap-anywhere">
            {m.lead_research_price({ model: model ?? "", price: formatUsd(mostUsd) })}
          </span>
        )}
      </div>
    </form>
  );
}
