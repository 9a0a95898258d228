// A thin bar that fills.

/**
 * Decorative: the text next to it says the same. `part`: from 0 to 1; while it is not known the bar only pulses, and is absent under reduced
 * motion.
 */
export const ProgressBar = ({ part }: { part: number | undefined }) => (
  <div className={`h-1 overflow-hidden rounded-full bg-subtle ${part === undefined ? "motion-reduce:hidden" : ""}`} aria-hidden>
    <div
      className={`h-full rounded-full bg-accent ${part === undefined ? "w-1/3 animate-pulse" : ""}`}
      {...(part === undefined ? {} : { style: { width: `${Math.round(part * 100)}%` } })}
    />
  </div>
);
