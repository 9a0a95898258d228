// Exports of the assistant for other modules: its engine, tools, whether it is on, and leaving a conversation to people.
export { answerQuestion, callOf } from "./answer-question.ts";
export { mostTokens, readInTrial, runTrial, type SaidBefore, type Trial, type TrialQuestion } from "./trial/run-trial.ts";
export {
  assistantTools,
  type AssistantTool,
  assistantTouched,
  type Configuring,
  type OtherConfiguration,
  roundConfiguration,
  offerTools,
  type ToolOffer,
  type ToolPlace,
  type ToolResult,
} from "./extension.ts";
export { type HandOver, handOver } from "./rounds/change-hands.ts";
export { answersKind } from "./rounds/kinds.ts";
export { guidanceText } from "./contract/guidance-text.ts";
export {
  isEnabled,
  readGreeting,
  readSettings,
  readVersion,
  type StoredSettings,
  type StoredVersion,
  versionColumns,
  versionOf,
  writeVersion,
} from "./store/settings.ts";
export { localeOfRound, readRoundStates, readTrace, teamAnswers, versionInForce, waitsFor } from "./store/rounds.ts";
export { languageOfText } from "./words/language.ts";
export { smallTalkOf } from "./words/small-talk.ts";
