// Lists the rules behind a classification, each with its evidence.
interface Reason {
  readonly rule: string;
  readonly evidence: string;
}
export const Reasons = ({ reasons }: { reasons: readonly Reason[] }) => (
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
);
