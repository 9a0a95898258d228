// What the last finished run found that an earlier one did not, and the other way round.
import { Field, Select } from "#dashboard/ui/field.tsx";
import { plain } from "#dashboard/ui/plain.ts";
import { formatFull } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { useState } from "react";
import type { Research, Statement } from "../../contract.ts";
import { differences } from "../../contract/current.ts";
import { ANSWER_WORDS } from "../words.ts";

export function Comparison({ research }: { research: Research }) {
  const [last, ...earlier] = research.runs.filter(({ state }) => state === "done");
  const [chosen, setChosen] = useState("");
  if (last === undefined || earlier.length === 0) return null;
  const before = earlier.find(({ id }) => id === chosen);
  return (
    <section className="grid gap-2">
      <Field label={m.lead_research_compare()} className="max-w-72">
        <Select
          value={chosen}
          onChange={setChosen}
          options={[
            { value: "", label: m.lead_research_compare_none() },
            ...earlier.map(({ id, startedAt }) => ({ value: id, label: formatFull(startedAt) })),
          ]}
        />
      </Field>
      {before && <Changes research={research} now={last} before={before} />}
    </section>
  );
}

type Runs = Research["runs"][number];
function Changes({ research, now, before }: { research: Research; now: Runs; before: Runs }) {
  const { added, gone, answers } = differences(before.id, now.id, research);
  const named = answers.flatMap((one) => {
    const name = research.criteria.find(({ id }) => id === one.criterionId)?.name;
    return name === undefined ? [] : [{ ...one, name }];
  });
  const score = (of: number | null): string => (of === null ? m.lead_research_fit_unknown() : String(of));
  if (added.length + gone.length + named.length === 0) return <p className="text-muted">{m.lead_research_same()}</p>;
  return (
    <div role="status" className="grid gap-2">
      {now.score !== before.score && <p>{m.lead_research_score_was({ now: score(now.score), before: score(before.score) })}</p>}
      {named.length > 0 && (
        <ul className="grid gap-1">
          {named.map(({ criterionId, name, before: was, now: is }) => (
            <li key={criterionId}>
              <bdi>{plain(name)}</bdi>: {ANSWER_WORDS[is]()}{" "}
              <span className="text-muted">({m.lead_research_was({ answer: ANSWER_WORDS[was]() })})</span>
            </li>
          ))}
        </ul>
      )}
      <Texts title={m.lead_research_new()} statements={added} />
      <Texts title={m.lead_research_gone()} statements={gone} />
    </div>
  );
}
const Texts = ({ title, statements }: { title: string; statements: readonly Statement[] }) =>
  statements.length === 0 ? null : (
    <div>
      <h4 className="text-xs font-semibold text-muted">{title}</h4>
      <ul className="list-disc ps-5">
        {statements.map(({ id, text }) => (
          <li key={id} dir="auto" className="wrap-anywhere">
            {plain(text)}
          </li>
        ))}
      </ul>
    </div>
  );
