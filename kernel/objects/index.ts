// Object keys in the bucket: random, except for published ones, below a prefix that names the kind. The personal-data inventory lists
// every prefix.
import { randomToken } from "#kernel/auth/index.ts";

/** A new key; it does not reveal the object's owner. */
export const newObjectKey = (prefix: `${string}/`): string => prefix + randomToken(24);

/** The key of something published, which is found by its name. */
export const namedObjectKey = (prefix: `${string}/`, name: string): string => prefix + name;
