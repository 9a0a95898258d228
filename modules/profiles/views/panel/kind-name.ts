// The names of the kinds of statements.
import { m } from "#messages";
import type { Kind } from "../../contract.ts";

export const KIND_NAMES: Record<Kind, () => string> = {
  open_matter: m.profiles_kind_open_matter,
  product: m.profiles_kind_product,
  setup: m.profiles_kind_setup,
  preference: m.profiles_kind_preference,
  other: m.profiles_kind_other,
};
