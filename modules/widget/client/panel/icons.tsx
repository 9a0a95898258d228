/** @jsxRuntime classic */
/** @jsx h */
// The panel's icons: one path each, in the text's colour.
import { h } from "./dom.ts";

const PATHS = {
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  send: "M12 19V5m-6.5 6.5L12 5l6.5 6.5",
  attach: "M20 11l-8 8a5 5 0 0 1-7-7l8-8a3 3 0 0 1 5 5l-8 8a2 2 0 0 1-3-3l7-7",
  find: "M11 4a7 7 0 1 0 0 14a7 7 0 1 0 0-14M16 16l5 5",
  down: "M12 5v14m-6-6l6 6 6-6",
};

/** An icon of any path; parts that are loaded later bring their own. */
export const drawing = (name: string, path: string) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" class={`i-${name}`}>
    <path d={path} />
  </svg>
);

export const Icon = ({ name }: { name: keyof typeof PATHS }) => drawing(name, PATHS[name]);
