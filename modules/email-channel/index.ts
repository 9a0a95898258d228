// The server face of the email channel.
export { goesByMail } from "./rules.ts";
export { AnswerIds, idsOfAnswer, isTeamAnswer } from "./team-answers.ts";
