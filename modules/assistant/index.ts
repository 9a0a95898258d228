// The server face of the assistant: answers that the company's knowledge proves, and the check of a sentence.
export { answerQuestion } from "./answer-question.ts";
export { checkClaim } from "./check/check-answer.ts";
