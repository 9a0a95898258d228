// Lists what an erasure does not cover.
import { useRouteQuery } from "#dashboard/api.ts";
import { m } from "#messages";
import { previewErasure } from "../contract.ts";

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

const RECEIVED = { email: m.erasure_beyond_email, embeddings: m.erasure_beyond_embeddings, models: m.erasure_beyond_models };

/**
 * Where the person's data may still exist: with the services that this installation uses, in backups and in copies. Shown before and
 * after an erasure.
 */
export function NotCovered({ projectId, contactId }: { projectId: string; contactId: string }) {
  const { data } = useRouteQuery(previewErasure, { params: { projectId, contactId } }, { staleTime: 60_000 });
  const receivers = data?.receivers ?? [];
  return (
    <Points
      title={m.erasure_beyond()}
      points={[...receivers.map((name) => RECEIVED[name]()), m.erasure_beyond_backups(), m.erasure_beyond_copies()]}
    />
  );
}
