// The actions of rules alone, by name.
import { webhookAction } from "./call-webhook.ts";
import { notifyAction } from "./notify.ts";
import type { RuleAction } from "./rule-action.ts";
import { replyAction } from "./send-reply.ts";

const ALL: readonly RuleAction[] = [replyAction, notifyAction, webhookAction];

export const ruleActionNamed = (name: string): RuleAction | undefined => ALL.find((action) => action.name === name);
