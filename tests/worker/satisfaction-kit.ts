// What the tests of customer satisfaction share: settings, closing, the question in the widget, and what is stored.
import type { GivenSettings, OwnQuestion, SatisfactionRequest } from "#modules/satisfaction/contract";
import { UNSET } from "../../modules/satisfaction/settings-queries.ts";
import { act } from "./triage-kit.ts";
import type { Answer, Visitor, World } from "./world.ts";

export interface StoredRow {
  readonly id: string;
  readonly state: string;
  readonly asked_in: string | null;
  readonly score: number | null;
  readonly comment: string;
  readonly assignee_id: string | null;
  readonly answered_by: string | null;
  readonly team_id: string | null;
  readonly closed_by: string | null;
  readonly channel: string;
  readonly version: number;
}
export const settingsPath = (world: World, audience = "management"): string =>
  `/api/${audience}/projects/${world.projectId}/satisfaction-settings`;
/** Changes some settings; what is not given is the default. */
export async function setUp(world: World, given: Partial<GivenSettings> = {}): Promise<void> {
  const { body: now } = await world.as<{ revision: number }>(settingsPath(world, "dashboard"));
  const answer = await world.as(settingsPath(world), { method: "PUT", body: { ...UNSET, on: true, ...given, revision: now.revision } });
  if (answer.status !== 200) throw new Error(`settings: ${answer.status} ${JSON.stringify(answer.body)}`);
}
export async function answer(world: World, id: string, content = "It is on its way."): Promise<void> {
  const replied = await act(world, id, "messages", { frontier: await world.revision(id), content });
  if (replied.status !== 201) throw new Error(`answer: ${replied.status} ${JSON.stringify(replied.body)}`);
}
export const changeStatus = async (world: World, id: string, status: "open" | "closed", cookie?: string) =>
  act(world, id, "status", { frontier: await world.revision(id), status }, cookie);
/** A conversation that a person answered, and that was closed. */
export async function closed(world: World, visitor: Visitor): Promise<string> {
  const { body } = await visitor.open("Where is my order?");
  const { id } = body.conversation;
  await answer(world, id);
  await changeStatus(world, id, "closed");
  return id;
}
export const stored = (world: World, id: string): Promise<StoredRow[]> =>
  world.rows<StoredRow>(
    "SELECT * FROM satisfaction_requests WHERE project_id = ? AND conversation_id = ? ORDER BY id",
    world.projectId,
    id,
  );
export const own = async (visitor: Visitor, id: string): Promise<OwnQuestion | null> =>
  (await visitor.call<{ question: OwnQuestion | null }>(`/api/widget/conversations/${id}/rating`)).body.question;
/** The widget shows the question. */
export async function shown(visitor: Visitor, id: string): Promise<OwnQuestion> {
  const question = await own(visitor, id);
  const { body } = await visitor.call<{ question: OwnQuestion | null }>(`/api/widget/conversations/${id}/rating/shown`, {
    body: { requestId: question?.requestId },
  });
  if (body.question === null) throw new Error("no question");
  return body.question;
}
export const rate = (
  visitor: Visitor,
  id: string,
  requestId: string,
  score: number,
  comment = "",
  clientId: string = crypto.randomUUID(),
): Promise<Answer<{ question: OwnQuestion | null; code?: string }>> =>
  visitor.call(`/api/widget/conversations/${id}/rating`, { method: "PUT", body: { clientId, requestId, score, comment } });
export const ratingsOf = async (world: World, id: string): Promise<readonly SatisfactionRequest[]> =>
  (await world.as<{ items: SatisfactionRequest[] }>(`/api/dashboard/projects/${world.projectId}/conversations/${id}/ratings`)).body.items;
/** The thread's events of ratings. */
export const ratingEvents = (world: World, id: string): Promise<{ data: string }[]> =>
  world.rows(
    "SELECT data FROM conversation_events WHERE project_id = ? AND conversation_id = ? AND kind = 'satisfaction' ORDER BY revision",
    world.projectId,
    id,
  );
