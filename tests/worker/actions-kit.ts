// A world with an action's service: everything that is fetched goes to the double of a shop's API, or is counted as a foreign connection.
import { vi } from "vitest";
import type { AssistantActionId, ContactId, ConversationId, ProjectId } from "#kernel/ids/index.ts";
import type { Action } from "#modules/assistant-actions/contract";
import type { ActionDraft } from "../../modules/assistant-actions/contract/schema.ts";
import { type ActionAsker, type ActionResult, runAction } from "../../modules/assistant-actions/run-action.ts";
import { ORDER } from "../doubles/orders/drafts.ts";
import { Orders, ORDERS_HOST } from "../doubles/orders/index.ts";
import { type Answer, makeWorld, type Visitor, type World } from "./world.ts";

export const KEY = btoa("0123456789abcdef0123456789abcdef");
export const VARS = {
  INTEGRATION_ENCRYPTION_KEY: KEY,
  ...{ EMAIL_PROVIDER: "resend", EMAIL_API_KEY: "re_test_0123456789", EMAIL_FROM: "Acme <desk@acme.example>" },
  RATE_LIMITS: JSON.stringify({
    ...{ projectsPerAccountDay: 1000, widgetSessionsPerIpHour: 100_000, widgetSessionsPerProjectHour: 100_000 },
    ...{ conversationsPerIpHour: 100_000, conversationsPerProjectHour: 100_000, conversationsPerContactHour: 1000 },
  }),
};
export type Issues = { code: string; issues: { path: string; message: string }[]; variables?: string[]; reason?: string };
export interface ActionsWorld {
  readonly world: World;
  readonly orders: Orders;
  readonly mails: string[];
  /** Requests to any other host than the double's and the mail provider's. */
  readonly elsewhere: string[];
  readonly path: string;
  create(draft?: Partial<ActionDraft>, clientId?: string): Promise<Answer<{ action: Action } & Issues>>;
  /** Created and switched on. */
  ready(draft?: Partial<ActionDraft>): Promise<Action>;
  /** A visitor with a conversation, whose address is proved if one is given. */
  asker(email?: string): Promise<{ visitor: Visitor; asker: ActionAsker }>;
  run(action: Action, asker: ActionAsker, inputs: unknown, cause?: string): Promise<ActionResult>;
  runs(): Promise<Record<string, unknown>[]>;
}

export async function actionsWorld(vars: Record<string, string> = VARS): Promise<ActionsWorld> {
  const world = await makeWorld({ now: "2030-01-02T03:00:10Z", vars });
  const [orders, mails, elsewhere]: [Orders, string[], string[]] = [new Orders(), [], []];
  vi.stubGlobal("fetch", (to: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = new URL(to instanceof Request ? to.url : to);
    if (url.host === ORDERS_HOST && url.protocol === "https:") return orders.answer(new Request(to, init));
    if (url.host === "api.resend.com") {
      mails.push(String(init?.body));
      return Promise.resolve(Response.json({ id: crypto.randomUUID() }));
    }
    elsewhere.push(url.href);
    return Promise.reject(new TypeError("no such host"));
  });
  const projectId = world.projectId as ProjectId;
  const path = `/api/management/projects/${projectId}/assistant/actions`;
  await world.as(`/api/management/projects/${projectId}/assistant/action-hosts`, { method: "PUT", body: { hosts: [ORDERS_HOST] } });
  const kit: ActionsWorld = {
    ...{ world, orders, mails, elsewhere, path },
    create: (draft = {}, clientId = crypto.randomUUID()) => world.as(path, { body: { clientId, action: { ...ORDER, ...draft } } }),
    async ready(draft = {}) {
      const created = await kit.create(draft);
      if (created.status !== 201) throw new Error(`create: ${JSON.stringify(created.body)}`);
      const on = await world.as<{ action: Action }>(`${path}/${created.body.action.id}/switch`, { body: { enabled: true } });
      return on.body.action;
    },
    async asker(email) {
      const visitor = await world.visitor();
      const opened = await visitor.open("Where is my order?");
      if (email !== undefined)
        await world.rows(
          "UPDATE contacts SET email = ?, email_verified = 1 WHERE id = ? AND project_id = ?",
          email,
          visitor.contactId,
          projectId,
        );
      const asker: ActionAsker = {
        projectId,
        conversationId: opened.body.conversation.id as ConversationId,
        contactId: visitor.contactId as ContactId,
        isContact: true,
        inWidget: true,
      };
      return { visitor, asker };
    },
    run: (action, asker, inputs, cause = crypto.randomUUID()) =>
      runAction(world.ctx(), asker, { actionId: action.id as AssistantActionId, inputs, cause }),
    runs: () => world.rows("SELECT * FROM assistant_action_runs WHERE project_id = ? ORDER BY rowid", projectId),
  };
  return kit;
}
