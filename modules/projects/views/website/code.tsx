// Code block with a copy button.
/** Scrolls sideways on its own, so it has to be reachable by keyboard. */
export const Code = ({ text, label }: { text: string; label: string }) => (
  <pre
    tabIndex={0}
    role="group"
    aria-label={label}
    className="overflow-x-auto rounded-md border border-line bg-subtle p-3 font-mono text-xs"
  >
    <code>{text}</code>
  </pre>
);
