// Keys of objects in the bucket: random, but for what is published, below a prefix that says what is kept there. The inventory names every prefix.
import { randomToken } from "#kernel/auth/index.ts";

/** A new key; it says nothing of whose the object is. */
export const newObjectKey = (prefix: `${string}/`): string => prefix + randomToken(24);

/** The key of something published, which is found by its name. */
export const namedObjectKey = (prefix: `${string}/`, name: string): string => prefix + name;
