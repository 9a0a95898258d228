/** @jsxRuntime classic */
/** @jsx h */
// What the assistant wants to do, in the widget: which requests there are, and the cards once there is one.
import { h, importPart, lazyPart, type WidgetPart } from "#modules/widget/client";
import { endedRequests, followRequests, openRequests } from "./action-requests.ts";
import { sayIn } from "./texts.ts";

const lazyCards = lazyPart(() => importPart("@cards", () => import("./cards.tsx")));

export const part: WidgetPart = {
  BelowMessage({ controller, message }) {
    if (message.authorRole !== "assistant") return null;
    const ended = endedRequests(controller.store.thread(message.conversationId), message);
    const say = ended.length > 0 ? sayIn(controller) : undefined;
    const cards = lazyCards(say, controller);
    return say && cards && ended.map((request) => <cards.ActionEnd request={request} say={say} />);
  },
  BelowConversation({ controller, state }) {
    followRequests(controller, state.view, controller.store.thread(state.view));
    const waiting = openRequests(state.view);
    const say = waiting.length > 0 ? sayIn(controller) : undefined;
    const cards = lazyCards(say, controller);
    return say && cards && waiting.map((request) => <cards.ActionCard controller={controller} request={request} say={say} />);
  },
};
