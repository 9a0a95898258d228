import { defineModule, provide } from "#kernel/module/index.ts";
import { contactErasure } from "#modules/contacts";
import { receiptStep } from "./erasure.ts";

export const email = defineModule({
  name: "email",
  needs: ["contacts", "conversations"],
  provides: [provide(contactErasure, receiptStep)],
});
