/** @jsxRuntime classic */
/** @jsx h */
// Cards for what the assistant wants to do: the visitor sees exactly what, confirms or declines it, or proves their address first. Nothing but
// the visitor's own click confirms.
import type { OwnAddress } from "#modules/widget/contract";
import {
  addressCardOf,
  addressPaths,
  cardStyle,
  clockOf,
  CodeFields,
  type CodeForm,
  h,
  makeCodeForm,
  OFFLINE,
  type PanelController,
  refused,
  uuid,
} from "#modules/widget/client";
import type { ActionAsked } from "../contract.ts";
import { actionPaths } from "./action-paths.ts";
import { keepRequest, readRequests } from "./action-requests.ts";
import type { SayAction as Say } from "./texts.ts";

/** A button that has just appeared may be under a click that was meant for something else. */
const TOO_SOON_MS = 500;

interface Asked {
  readonly request: ActionAsked;
}
/** What a card holds while it is shown. */
interface Card {
  /** The same for every attempt, so that one consent is one message. */
  readonly clientId: string;
  readonly form: CodeForm;
  /** When its button to confirm did. */
  appearedAt: number;
  busy: boolean;
  error: string;
}
const cards = new Map<string, Card>();

function cardOf(controller: PanelController, request: ActionAsked, say: Say): Card {
  const { session } = controller.engine;
  const { id, conversationId, address } = request;
  const known = cards.get(id);
  if (known) return known;
  const form = makeCodeForm(controller, {
    async mail(clientId, email) {
      // The route of the action knows only the address that the visitor has given before.
      if (email === address) await session.request<Asked>(actionPaths.code(id), { clientId });
      else await session.request<OwnAddress>(addressPaths.own, { clientId, email });
      return email;
    },
    async prove(code) {
      const proved = await session.request<Asked>(actionPaths.prove(id), { code }).catch((caught: unknown) => {
        // The address may have been proved elsewhere meanwhile.
        if (refused(caught, 409)) void readRequests(controller, conversationId);
        throw caught;
      });
      keepRequest(controller, proved.request);
      // Looking up is what the code was entered for; a change is confirmed by a click of its own.
      if (proved.request.needs === "nothing") await confirm(controller, proved.request, made, say);
    },
  });
  const made: Card = { clientId: uuid(), form, appearedAt: Date.now(), busy: false, error: "" };
  cards.set(id, made);
  form.update({ address: address ?? "" });
  if (request.needs === "proof")
    session.request<OwnAddress>(addressPaths.own).then(
      // A code is on its way already.
      (own) => own.state === "waiting" && form.update({ step: "code", address: own.address ?? "" }),
      () => 0,
    );
  return made;
}

async function call(controller: PanelController, request: ActionAsked, card: Card, say: Say, path: string, body: object): Promise<void> {
  if (card.busy) return;
  Object.assign(card, { busy: true, error: "" });
  controller.store.set({});
  try {
    keepRequest(controller, (await controller.engine.session.request<Asked>(path, body)).request);
  } catch (caught) {
    const { reason } = caught as { reason?: string };
    card.error = reason === "busy" ? say("busy") : controller.explain(refused(caught) ? caught : OFFLINE);
    // What was refused has ended or changed; after a lost response it may have been done.
    await readRequests(controller, request.conversationId);
  }
  card.busy = false;
  controller.store.set({});
}
const confirm = (controller: PanelController, request: ActionAsked, card: Card, say: Say): Promise<void> =>
  call(controller, request, card, say, actionPaths.confirm(request.id), { clientId: card.clientId, hash: request.hash });
const decline = (controller: PanelController, request: ActionAsked, card: Card, say: Say): Promise<void> =>
  call(controller, request, card, say, actionPaths.decline(request.id), {});

/** What would be done, with exactly which values. */
function Details({ request, say }: { request: ActionAsked; say: Say }) {
  return (
    <dl>
      {request.inputs.map(({ name, description, type, value }) => [
        <dt key={`${name}-of`}>
          <bdi>{description || name}</bdi>
        </dt>,
        <dd key={name} dir="auto">
          {type === "boolean" ? say(value === "true" ? "yes" : "no") : value}
        </dd>,
      ])}
    </dl>
  );
}

/** A request that waits for the visitor, or runs. */
export function ActionCard({ controller, request, say }: { controller: PanelController; request: ActionAsked; say: Say }) {
  const { id, name, kind, needs, state, expiresAt } = request;
  const card = cardOf(controller, request, say);
  const { busy, error } = card;
  const title = (
    <p>
      <b>
        <bdi>{name}</bdi>
      </b>
    </p>
  );
  const frame = { class: "ask act", key: id, "aria-label": name };
  if (state === "running")
    return (
      <section {...frame}>
        {title}
        <p role="status">{say("moment")}</p>
      </section>
    );
  const until = say("until", { time: clockOf(controller.locale(), expiresAt) });
  if (needs === "proof") {
    addressCardOf(controller).standAside();
    return (
      <section {...frame}>
        {title}
        <Details request={request} say={say} />
        {CodeFields({
          controller,
          form: card.form,
          name: id,
          lead: (
            <p>
              {say("proofLead")} {until}
            </p>
          ),
          decline: () => void decline(controller, request, card, say),
        })}
      </section>
    );
  }
  const onConfirm = (event: Event): void => {
    if (event.isTrusted && Date.now() - card.appearedAt > TOO_SOON_MS) void confirm(controller, request, card, say);
  };
  return (
    <section {...frame}>
      {title}
      <Details request={request} say={say} />
      <p>
        {say(kind === "changes" ? "confirmLead" : "lookLead")} {until}
      </p>
      {error && (
        <p class="wrong" role="alert">
          {error}
        </p>
      )}
      <span class="acts">
        <button
          type="button"
          class="go"
          key="confirm"
          aria-disabled={String(busy)}
          born={() => void (card.appearedAt = Date.now())}
          onclick={onConfirm}
        >
          {say(busy ? "moment" : kind === "changes" ? "confirm" : "look")}
        </button>
        <button type="button" class="link calm" onclick={() => void decline(controller, request, card, say)}>
          {say("decline")}
        </button>
      </span>
    </section>
  );
}

/** What became of a request, below the message that asked for it. */
export function ActionEnd({ request, say }: { request: ActionAsked; say: Say }) {
  const { id, name, state, told } = request;
  if (state === "waiting" || state === "running") return null;
  return (
    <div class="meta" key={id}>
      <p>
        <bdi>{say(state, { name })}</bdi>
      </p>
      {told.map(({ label, text }) => (
        <p>
          <bdi>{label}</bdi>: <bdi>{text}</bdi>
        </p>
      ))}
    </div>
  );
}

export const style = `${cardStyle}
.act{display:grid;gap:8px}
.act dl{display:grid;gap:4px;color:var(--mut)}
.act dd{color:var(--fg);font-weight:500;white-space:pre-wrap}
.act dd+dt{margin-block-start:4px}`;
