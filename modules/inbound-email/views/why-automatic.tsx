// Lists the rules by which a mail counts as automatic, with the evidence of each.
import { Reasons } from "#dashboard/ui/reasons.tsx";
import { m } from "#messages";
import type { Receipt } from "../contract.ts";

export const WhyAutomatic = ({ reasons }: Pick<Receipt, "reasons">) => (
  <>
    <p className="text-xs text-muted">{m.email_automatic_why()}</p>
    <Reasons reasons={reasons} />
  </>
);
