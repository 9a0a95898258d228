// Mail as a channel of conversations.
export { goesByMail } from "./rules.ts";
export { AnswerIds, idsOfAnswer, isTeamAnswer } from "./team-answers.ts";
