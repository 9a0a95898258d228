/** @jsxRuntime classic */
/** @jsx h */
// The panel's icons: one path each, drawn with the text's colour.
import { h } from "./dom.ts";

const PATHS = {
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  send: "M12 19V5m-6.5 6.5L12 5l6.5 6.5",
  attach: "M20 11.5l-8.2 8.2a5 5 0 0 1-7.1-7.1l8.6-8.6a3.4 3.4 0 0 1 4.8 4.8l-8.5 8.5a1.7 1.7 0 0 1-2.4-2.4l7.6-7.6",
  spark: "M12 4l1.8 5.2L19 11l-5.2 1.8L12 18l-1.8-5.2L5 11l5.2-1.8L12 4Z",
  down: "M12 5v14m-6-6l6 6 6-6",
};

/** An icon of any path; those of parts that are fetched later come with their part. */
export const drawing = (name: string, path: string) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" class={`i-${name}`}>
    <path d={path} />
  </svg>
);

export const Icon = ({ name }: { name: keyof typeof PATHS }) => drawing(name, PATHS[name]);
