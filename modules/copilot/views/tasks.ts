// What a member can ask for.
import type { Rewrite } from "../contract.ts";

export type Task =
  | { readonly kind: "draft" }
  | { readonly kind: "rewrite"; readonly how: Rewrite }
  | { readonly kind: "translate" }
  | { readonly kind: "summary" }
  | { readonly kind: "ask" }
  | { readonly kind: "similar" }
  | { readonly kind: "priority" }
  | { readonly kind: "tags" };
