// Keys of objects in the bucket: random, below a prefix that says what is kept there. The inventory names every prefix.
import { randomToken } from "#kernel/auth/index.ts";

/** A new key; it says nothing of whose the object is. */
export const newObjectKey = (prefix: `${string}/`): string => prefix + randomToken(24);
