// The actions of rules alone, by name.
import { webhookAction } from "./call-webhook.ts";
import { notifyAction } from "./notify.ts";
import type { OwnAction } from "./own-action.ts";
import { replyAction } from "./send-reply.ts";

const OWN: readonly OwnAction[] = [replyAction, notifyAction, webhookAction];

export const ownActionNamed = (name: string): OwnAction | undefined => OWN.find((action) => action.name === name);
