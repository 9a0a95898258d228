import { conflict, type Refusal } from "#kernel/errors/index.ts";

export const sameClientId = (): Refusal => conflict("This clientId was already used for something else.");
