// The server face of the assistant's actions, for who lets a model call them.
export { type ActionAsker, type ActionCall, type ActionPassage, type ActionResult, runAction } from "./run-action.ts";
