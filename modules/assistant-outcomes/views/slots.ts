// What the report adds to the inbox: thumbs and flags at the assistant's answers.
import { type PropsOf, registerSlot } from "#dashboard/screen.ts";
import { assistantProof } from "#modules/inbox/views";
import { createElement, lazy } from "react";
import { threadStories } from "./thread/thread.stories.ts";

const Feedback = lazy(async () => ({ default: (await import("./thread/feedback.tsx")).AnswerFeedback }));
// Only proved answers are rated and flagged.
const OfAnswer = (props: PropsOf<typeof assistantProof>) =>
  props.message.origin?.answer && props.message.erased_at === null ? createElement(Feedback, props) : null;
// Stories are for the browser tests; production builds leave them out.
const SHIPPED = import.meta.env?.PROD;

export const slotRegistrations = [registerSlot(assistantProof, { order: 20, component: OfAnswer, states: SHIPPED ? [] : threadStories })];
