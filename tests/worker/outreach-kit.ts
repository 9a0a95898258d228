// Sets up worlds for tests of outreach: a project that may send, leads, sequences, reviews, and what the provider got.
import type { Answer } from "../support/people.ts";
import { tick } from "./erasure-kit.ts";
import { visitorMailWorld } from "./visitor-mail-kit.ts";

export interface Mail {
  readonly position: number;
  readonly subject: string;
  readonly text: string;
  readonly byModel: boolean;
  readonly hash: string;
  readonly review: { readonly reviewedBy: string } | null;
  readonly sentAt: string | null;
  readonly delivery: string | null;
}
export interface Sequence {
  readonly id: string;
  readonly leadId: string;
  readonly address: string;
  readonly state: string;
  readonly endReason: string | null;
  readonly waitsFor: string | null;
  readonly nextAt: string | null;
  readonly timeZone: string;
  readonly mails: readonly Mail[];
  readonly answeredAt: string | null;
  readonly revision: number;
}
export interface One {
  readonly sequence: Sequence;
  readonly code?: string;
  readonly error?: string;
}
export interface Lead {
  readonly id: string;
  readonly email: string;
  readonly stage: string;
  readonly revision: number;
}
let made = 0;
/** Two mails, the second three days after the first. */
export const TWO = [
  { waitDays: 0, subject: "Support for Northwind", text: "Hello Amara,\n\nshall we talk?" },
  { waitDays: 3, subject: "Support for Northwind, again", text: "Hello again." },
];

/** A world whose project may send outreach, on a Wednesday at ten in UTC. */
export async function outreachWorld(vars: Record<string, string> = {}) {
  const world = await visitorMailWorld({
    APP_ORIGIN: "http://localhost:8787",
    // The tests of a file share one database, and with it the warm-up of a sender.
    EMAIL_FROM: `desk@${crypto.randomUUID()}.example`,
    ...vars,
  });
  world.clock.set("2030-01-02T10:00:00Z");
  const identity = ["Acme Ltd", "1 High Street, London", "Olga of Acme", `help@${world.projectId.slice(-12)}.example`];
  await world.rows(
    "INSERT INTO outreach_identities (project_id, legal_name, postal_address, sender_name, reply_address, updated_by, updated_at) VALUES (?, ?, ?, ?, ?, 'acc_00000000000000000000000000', 1)",
    world.projectId,
    ...identity,
  );
  const base = `/api/dashboard/projects/${world.projectId}`;
  const at = (id: string): string => `${base}/outreach/sequences/${id}`;
  const as = <T = One>(path: string, body?: object, cookie = world.cookie, method?: string): Promise<Answer<T>> =>
    world.as<T>(path, { ...(body === undefined ? {} : { body }), ...(method === undefined ? {} : { method }) }, cookie);
  const kit = {
    base,
    sequence: at,
    post: as,
    async lead(change: object = {}): Promise<Lead> {
      made += 1;
      const { status, body } = await as<{ lead: Lead }>(`${base}/leads`, {
        ...{
          clientId: crypto.randomUUID(),
          name: "Amara Okafor",
          email: `amara${made}@${world.projectId.slice(-8)}.example`,
          company: "Northwind",
        },
        ...change,
      });
      if (status !== 201) throw new Error(`lead: ${status} ${JSON.stringify(body)}`);
      return body.lead;
    },
    draft: (lead: Lead, mails: readonly object[] = TWO, cookie?: string) =>
      as(`${base}/leads/${lead.id}/outreach`, { clientId: crypto.randomUUID(), mails }, cookie),
    request: ({ id, revision }: Sequence, cookie?: string) => as(`${at(id)}/review-requests`, { revision }, cookie),
    review: ({ id, mails }: Sequence, positions?: readonly number[], cookie?: string) =>
      as(
        `${at(id)}/reviews`,
        { mails: mails.filter(({ position }) => positions?.includes(position) ?? true).map(({ position, hash }) => ({ position, hash })) },
        cookie,
      ),
    stop: ({ id }: Sequence) => as(`${at(id)}/stop`, {}),
    change: ({ id, revision }: Sequence, mails: readonly object[], cookie?: string) => as(at(id), { revision, mails }, cookie, "PUT"),
    async read(lead: Pick<Lead, "id">): Promise<Sequence> {
      return (await world.as<One>(`${base}/leads/${lead.id}/outreach`)).body.sequence;
    },
    async readLead({ id }: Pick<Lead, "id">): Promise<Lead> {
      return (await world.as<{ lead: Lead }>(`${base}/leads/${id}`)).body.lead;
    },
    /** A sequence of a new lead that was reviewed as a whole. */
    async running(mails: readonly object[] = TWO, change: object = {}): Promise<{ lead: Lead; sequence: Sequence }> {
      const lead = await kit.lead(change);
      const drafted = await kit.draft(lead, mails);
      const asked = await kit.request(drafted.body.sequence);
      const { status, body } = await kit.review(asked.body.sequence);
      if (status !== 200) throw new Error(`running: ${status} ${JSON.stringify(body)} ${JSON.stringify(asked.body)}`);
      return { lead, sequence: body.sequence };
    },
    async later({ minutes = 0, hours = 0, days = 0 }: { minutes?: number; hours?: number; days?: number }): Promise<void> {
      world.clock.advance({ minutes, hours, days });
      // One tick takes the step, another the attempt that it queues.
      await tick(world);
      await tick(world);
    },
    sentTo: (address: string) => world.sent.filter(({ to }) => to === address),
  };
  return Object.assign(world, { out: kit });
}
export type OutreachWorld = Awaited<ReturnType<typeof outreachWorld>>;
