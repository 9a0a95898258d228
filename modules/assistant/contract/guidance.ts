// The assistant's guidance: whom it answers, how, and when it leaves a conversation to people. Browser-safe.
import { idOf } from "#kernel/ids/index.ts";
import { route } from "#kernel/wire/route.ts";
import { atMost, ClientId, line, prose, Time } from "#kernel/wire/values.ts";
import { Locale } from "#modules/retrieval/contract";
import { m } from "#messages";
import * as v from "valibot";

/** The channels that the assistant can answer on. */
export const CHANNELS = ["widget", "email"] as const;
export const TONES = ["neutral", "friendly", "formal"] as const;
export const LENGTHS = ["short", "medium", "long"] as const;
/** `verified`: only people whose identity or address is proved. */
export const ASKERS = ["everybody", "verified"] as const;

// @__NO_SIDE_EFFECTS__
const list = <S extends v.GenericSchema>(item: S, max: number) =>
  v.pipe(
    v.array(item),
    v.maxLength(max, () => m.assistant_too_many({ max })),
  );
const Words = line(80);
/** A rule in the owner's words: what it is about, and what to do then. */
export const GuidanceRule = v.strictObject({
  about: line(200),
  /** `hand_over`: the model is told to leave such a question to a person. `say`: how to answer it. */
  action: v.picklist(["hand_over", "say"]),
  text: prose(500, 0),
});
export type GuidanceRule = v.InferOutput<typeof GuidanceRule>;

export const MAX_MOST_ROUNDS = 50;
export const Guidance = v.strictObject({
  channels: v.array(v.picklist(CHANNELS)),
  askers: v.picklist(ASKERS),
  /** Languages that it answers in; none: all. */
  languages: list(Locale, 30),
  /** Per cent of the conversations that it answers. */
  share: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  /** What the widget says above a new conversation; empty: nothing. */
  greeting: prose(300, 0),
  tone: v.picklist(TONES),
  length: v.picklist(LENGTHS),
  /** For the wording of answers. */
  instructions: v.pipe(prose(2000, 0), v.trim(), atMost(2000)),
  rules: list(GuidanceRule, 20),
  /** Questions with one of these words are declined. */
  forbidden: list(Words, 30),
  /** Messages with one of these words go to a person at once. */
  handOverWords: list(Words, 30),
  /** Messages that it sends in one conversation at most. */
  mostRounds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_MOST_ROUNDS)),
  /** A conversation is closed once the customer says after an answer that it is solved. */
  closeConfirmed: v.optional(v.boolean(), false),
});
export type Guidance = v.InferOutput<typeof Guidance>;

export const DEFAULT_GUIDANCE: Guidance = {
  channels: ["widget"],
  askers: "everybody",
  languages: [],
  share: 100,
  greeting: "",
  tone: "neutral",
  length: "medium",
  instructions: "",
  rules: [],
  forbidden: [],
  handOverWords: [],
  mostRounds: 10,
  closeConfirmed: true,
};

export const AssistantSettings = v.object({
  enabled: v.boolean(),
  /** The version in force; 0 before the first one is saved. */
  version: v.number(),
  guidance: Guidance,
  savedAt: v.nullable(Time),
  savedBy: v.nullable(v.string()),
  /** Why no model can be called, if so: a sentence, and the variables that are missing. */
  obstacle: v.nullable(v.object({ sentence: v.string(), variables: v.array(v.string()) })),
});
export type AssistantSettings = v.InferOutput<typeof AssistantSettings>;

const inProject = { projectId: idOf("project") };
export const readAssistant = route({
  name: "readAssistant",
  method: "GET",
  path: "/api/dashboard/projects/:projectId/assistant",
  who: "member",
  params: inProject,
  reply: AssistantSettings,
});
/** Stores a new version and puts it in force. 409 `conflict` if another one was stored since `basedOn`. */
export const saveAssistant = route({
  name: "saveAssistant",
  method: "POST",
  path: "/api/management/projects/:projectId/assistant",
  who: "admin",
  params: inProject,
  body: v.strictObject({ clientId: ClientId, basedOn: v.number(), enabled: v.boolean(), guidance: Guidance }),
  reply: AssistantSettings,
  errors: ["conflict"],
});
export const GuidanceVersion = v.object({
  version: v.number(),
  savedAt: Time,
  savedBy: v.nullable(v.string()),
  guidance: Guidance,
});
export type GuidanceVersion = v.InferOutput<typeof GuidanceVersion>;
/** The versions, newest first; at most 50. */
export const listGuidanceVersions = route({
  name: "listGuidanceVersions",
  method: "GET",
  path: "/api/management/projects/:projectId/assistant/versions",
  who: "admin",
  params: inProject,
  reply: v.object({ items: v.array(GuidanceVersion) }),
});
