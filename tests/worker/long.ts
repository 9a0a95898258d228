// Whether this is the long run, and what the short one takes: worker tests have no process of their own, so the runner hands them on as bindings.
import { env } from "cloudflare:workers";

const given = env as unknown as { readonly LONG: string; readonly TURN: string };
/** Set by `LONG=1`. */
export const LONG = given.LONG !== "";
/** Whose turn it is in a short run: tests/support/sampling.ts. */
export const TURN = Number(given.TURN);
