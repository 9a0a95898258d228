// The ordered list of modules: lower floors first. The only place that knows every one.
import { buildRegistry } from "#kernel/module/index.ts";
import { accounts } from "../modules/accounts/module.ts";
import { contacts } from "../modules/contacts/module.ts";
import { conversations } from "../modules/conversations/module.ts";
import { email } from "../modules/email/module.ts";
import { erasure } from "../modules/erasure/module.ts";
import { files } from "../modules/files/module.ts";
import { helpCenter } from "../modules/help-center/module.ts";
import { inbox } from "../modules/inbox/module.ts";
import { knowledgeSources } from "../modules/knowledge-sources/module.ts";
import { operations } from "../modules/operations/module.ts";
import { priority } from "../modules/priority/module.ts";
import { projects } from "../modules/projects/module.ts";
import { retrieval } from "../modules/retrieval/module.ts";
import { semanticSearch } from "../modules/semantic-search/module.ts";
import { widget } from "../modules/widget/module.ts";

export const modules = [
  accounts,
  projects,
  contacts,
  files,
  retrieval,
  semanticSearch,
  knowledgeSources,
  conversations,
  inbox,
  priority,
  email,
  helpCenter,
  widget,
  erasure,
  operations,
];
export const registry = buildRegistry(modules);
