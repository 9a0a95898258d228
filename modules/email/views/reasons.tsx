// Why a mail counts as machine-made: each rule, with what it saw.
import { m } from "#messages";
import type { Receipt } from "../contract.ts";

export const Reasons = ({ reasons }: Pick<Receipt, "reasons">) => (
  <>
    <p className="text-xs text-muted">{m.email_automatic_why()}</p>
    <ul className="mt-2 grid gap-1.5 text-xs">
      {reasons.map((reason) => (
        <li key={`${reason.rule} ${reason.evidence}`}>
          <span className="block font-medium">{reason.rule}</span>
          <code dir="auto" className="block font-mono wrap-anywhere text-muted">
            {reason.evidence}
          </code>
        </li>
      ))}
    </ul>
  </>
);
