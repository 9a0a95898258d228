// Creates and changes actions. What is wrong with one is said all at once, each fault at its field.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decrypt, DecryptionError, encrypt, encryptionFault } from "#kernel/encryption/index.ts";
import { conflict, invalidRequest, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type AssistantActionId, newId } from "#kernel/ids/index.ts";
import { audit, changesBetween } from "#modules/projects";
import { m } from "#messages";
import { CAPABILITY, secretPlace } from "../calls/call-action.ts";
import type { Action } from "../contract.ts";
import { faultsOf } from "../contract/faults.ts";
import { type ActionDefinition, type ActionDraft, MAX_ACTIONS } from "../contract/schema.ts";
import { hostOf } from "../contract/template.ts";
import { changedMeanwhile } from "../errors.ts";
import { readActionBy, readHosts, readStoredAction, type StoredAction, toAction, writeAction, writeChangedAction } from "../queries.ts";

type Ctx = RequestCtx<MemberPrincipal>;

export async function createAction(ctx: Ctx, { clientId, action: draft }: { clientId: string; action: ActionDraft }): Promise<Action> {
  const { projectId } = ctx.caller;
  const [hosts, known] = await ctx.db.read(readHosts(projectId), readActionBy(projectId, clientId));
  if (known) return repeated(ctx, known, draft);
  refuseFaults(ctx, draft, hosts);
  const now = ctx.clock.now();
  const id = newId("assistantAction", now);
  const written = { id, projectId, now, ...(await partsOf(ctx, id, draft, undefined)) };
  const [stored] = await ctx.db.commitAndRead(
    [
      writeAction({ ...written, clientId }),
      audit(ctx, "assistant_action.created", { detail: auditOf(draft), changes: changesBetween(undefined, kept(definitionOf(draft))) }),
    ],
    readActionBy(projectId, clientId),
  );
  if (!stored) throw conflict(m.assistant_actions_too_many({ max: MAX_ACTIONS }));
  return stored.id === id ? toAction(stored) : repeated(ctx, stored, draft);
}

/** A repetition gets the first result; another action under the same `clientId` is a conflict. */
function repeated(ctx: Ctx, stored: StoredAction, draft: ActionDraft): Action {
  if (stored.revision === 1 && JSON.stringify(stored.definition) !== JSON.stringify(definitionOf(draft)))
    throw conflict(m.assistant_actions_same_client_id());
  ctx.reply.status = 200;
  return toAction(stored);
}

export async function changeAction(
  ctx: Ctx,
  id: AssistantActionId,
  { revision, action: draft }: { revision: number; action: ActionDraft },
): Promise<Action> {
  const { projectId } = ctx.caller;
  const [hosts, before] = await ctx.db.read(readHosts(projectId), readStoredAction(projectId, id));
  if (!before) throw notFound();
  refuseFaults(ctx, draft, hosts);
  if (before.revision !== revision) throw changedMeanwhile();
  const now = ctx.clock.now();
  const parts = await partsOf(ctx, id, draft, before);
  const [stored] = await ctx.db.commitAndRead(
    [
      writeChangedAction({ id, projectId, now, revision, ...parts }),
      audit(ctx, "assistant_action.changed", {
        detail: auditOf(draft),
        // A new value of a header is a change that is said without the value.
        changes: [
          ...changesBetween(kept(before.definition), kept(definitionOf(draft))),
          { field: "secrets", from: null, to: draft.headers.flatMap(({ name, value }) => (value === null ? [] : [name])) },
        ],
      }),
    ],
    readStoredAction(projectId, id),
  );
  if (!stored) throw notFound();
  if (stored.revision !== revision + 1) throw changedMeanwhile();
  return toAction(stored);
}

const auditOf = ({ name, method, url, kind }: ActionDraft) => ({ name, method, host: hostOf(url) ?? "", kind });
const inLine = (part: object): string => Object.values(part).join(" ");
const kept = ({ inputs, told, ...rest }: ActionDefinition) => ({
  ...rest,
  inputs: inputs.map(inLine),
  told: told.map(inLine),
});
const definitionOf = ({ headers, ...definition }: ActionDraft): ActionDefinition => ({
  ...definition,
  headers: headers.map(({ name }) => name),
});

function refuseFaults(ctx: Ctx, draft: ActionDraft, hosts: readonly string[]): void {
  const faults = faultsOf(draft, { hosts, own: ctx.config.ownOrigins }).map(({ path, message }) => ({ path: `action.${path}`, message }));
  if (faults.length > 0) throw invalidRequest(faults);
}

/** What is stored. Secrets of another host are not kept: whoever changes the address must know them. */
async function partsOf(ctx: Ctx, id: AssistantActionId, draft: ActionDraft, before: StoredAction | undefined) {
  const { projectId } = ctx.caller;
  const host = hostOf(draft.url) ?? "";
  const place = secretPlace(projectId, id);
  const typed = Object.fromEntries(draft.headers.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])));
  const kept = before?.host === host ? draft.headers.filter(({ name, value }) => value === null && before.secretNames.includes(name)) : [];
  const base = { host, definition: definitionOf(draft) };
  if (Object.keys(typed).length === 0 && kept.length === 0) return { ...base, secretNames: [], secrets: null };
  const fault = encryptionFault(ctx.config, CAPABILITY);
  // Without the key, what is stored can be kept as it is, but nothing can be added.
  if (fault && (Object.keys(typed).length > 0 || !before)) throw fault;
  if (fault && before) return { ...base, secretNames: kept.map(({ name }) => name), secrets: before.secrets };
  const stored = kept.length === 0 || !before?.secrets ? {} : await storedSecrets(ctx, place, before.secrets);
  const values = { ...Object.fromEntries(kept.flatMap(({ name }) => (name in stored ? [[name, stored[name]]] : []))), ...typed };
  return { ...base, secretNames: Object.keys(values), secrets: await encrypt(ctx.config, place, JSON.stringify(values), CAPABILITY) };
}

/** None if they were encrypted with another key: then they have to be entered again. */
async function storedSecrets(ctx: Ctx, place: ReturnType<typeof secretPlace>, stored: string): Promise<Record<string, string>> {
  try {
    return JSON.parse(await decrypt(ctx.config, place, stored, CAPABILITY)) as Record<string, string>;
  } catch (error) {
    if (error instanceof DecryptionError) return {};
    throw error;
  }
}
