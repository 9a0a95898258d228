// The code of held replies, which is loaded once a conversation is open.
import type * as Hold from "./hold.ts";

type Holding = typeof Hold;
let loaded: Holding | undefined;

/** Undefined until it is loaded: then nothing is held. */
export const holding = (): Holding | undefined => loaded;
export const loadHolding = async (): Promise<Holding> => (loaded ??= await import("./hold.ts"));
