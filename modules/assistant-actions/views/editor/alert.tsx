// A fault of a part of the form that no single field shows.
/** The fault at a path of the action; undefined if there is none, or nobody tried to save yet. */
export type FaultAt = (path: string) => string | undefined;

export const Alert = ({ text }: { text: string | undefined }) => (
  <p role="alert" className={text === undefined ? "hidden" : "text-xs text-bad-text"}>
    {text}
  </p>
);
