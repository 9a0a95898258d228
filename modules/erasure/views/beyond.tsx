// Lists what an erasure does not cover.
import { m } from "#messages";

/** A titled list of short points. */
export const Points = ({ title, points }: { title: string; points: readonly string[] }) => (
  <section>
    <h3 className="font-medium">{title}</h3>
    <ul className="grid list-disc gap-0.5 ps-5 text-muted">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  </section>
);

/** Where the person's data may still exist. Shown before and after an erasure. */
export const NotCovered = () => (
  <Points title={m.erasure_beyond()} points={[m.erasure_beyond_providers(), m.erasure_beyond_backups(), m.erasure_beyond_copies()]} />
);
