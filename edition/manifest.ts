// The ordered list of modules: lower floors first. The only place that knows every one.
import { buildRegistry } from "#kernel/module/index.ts";
import { accounts } from "../modules/accounts/module.ts";
import { addressVerification } from "../modules/address-verification/module.ts";
import { contacts } from "../modules/contacts/module.ts";
import { conversations } from "../modules/conversations/module.ts";
import { emailChannel } from "../modules/email-channel/module.ts";
import { emailSettings } from "../modules/email-settings/module.ts";
import { email } from "../modules/email/module.ts";
import { erasure } from "../modules/erasure/module.ts";
import { files } from "../modules/files/module.ts";
import { helpCenter } from "../modules/help-center/module.ts";
import { inboundEmail } from "../modules/inbound-email/module.ts";
import { knowledge } from "../modules/knowledge/module.ts";
import { missedReplies } from "../modules/missed-replies/module.ts";
import { notifications } from "../modules/notifications/module.ts";
import { operations } from "../modules/operations/module.ts";
import { projects } from "../modules/projects/module.ts";
import { widget } from "../modules/widget/module.ts";

export const modules = [
  accounts,
  projects,
  contacts,
  files,
  knowledge,
  conversations,
  email,
  addressVerification,
  inboundEmail,
  emailChannel,
  missedReplies,
  notifications,
  emailSettings,
  helpCenter,
  widget,
  erasure,
  operations,
];
export const registry = buildRegistry(modules);
