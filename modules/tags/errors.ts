// Refusals of tags.
import { conflict, forbidden, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";
import { MAX_PER_CONVERSATION, MAX_TAGS } from "./contract.ts";

export const nameTaken = (tagId: string): Refusal => conflict(m.tags_name_taken(), { tagId });
export const tooManyTags = (): Refusal => conflict(m.tags_too_many({ max: MAX_TAGS }));
export const onlyAdminsCreate = (): Refusal => forbidden(m.tags_only_admins_create());
export const wasMerged = (): Refusal => conflict(m.tags_was_merged());
export const tooManyHere = (): Refusal => conflict(m.tags_too_many_here({ max: MAX_PER_CONVERSATION }));
