// The company of a conversation's contact as a field of conditions, in views and in rules.
import { provide } from "#kernel/module/index.ts";
import { defineViewCondition, viewConditions } from "#modules/conversations";
import { COMPANY } from "#modules/conversations/contract";
import { ofConversation } from "./queries.ts";

/** Which companies a condition names is not checked: one that was deleted has no contacts, as one that never was. */
export const companyCondition = provide(
  viewConditions,
  defineViewCondition({ name: COMPANY, expression: ofConversation, ofContact: true }),
);
