// Refusals of profiles.
import { conflict, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";
import { MAX_STATEMENTS } from "./contract.ts";

export const profilesAreOff = (): Refusal => conflict(m.profiles_off());
export const contactIsErased = (): Refusal => conflict(m.profiles_contact_erased());
export const tooManyStatements = (): Refusal => conflict(m.profiles_too_many({ max: MAX_STATEMENTS }));
export const changedMeanwhile = (): Refusal => conflict(m.profiles_changed_meanwhile());
