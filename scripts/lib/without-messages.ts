// Lets plain Node load worker code of a checkout in which no messages are compiled: import this file before that code. For commands that
// read declarations and show no sentence.
import { registerHooks } from "node:module";

const STUB = new URL("messages-stub.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    /^#messages(?:\/|$)/.test(specifier) ? { url: STUB, shortCircuit: true } : next(specifier, context),
});
