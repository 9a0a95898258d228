// Keys of objects in the bucket: a prefix for the kind, and a random part unless the object is published. The personal-data inventory
// lists every prefix.
import { randomToken } from "#kernel/auth/index.ts";

/** A new random key, which does not reveal the object's owner. */
export const newObjectKey = (prefix: `${string}/`): string => prefix + randomToken(24);

/** The key of a published object, which is found by name. */
export const namedObjectKey = (prefix: `${string}/`, name: string): string => prefix + name;
