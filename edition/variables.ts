// Joins all variables that the modules declare, in the order of the specification's capabilities.
import {
  aiKeyVariables,
  type Capability,
  type ConfigDeclaration,
  encryptionVariables,
  limitVariables,
  originVariables,
  publicNames,
  secretNames,
} from "#kernel/config/index.ts";
import { aiCeilings, aiVariables } from "../modules/ai/variables.ts";
import { accountLimits, accountVariables } from "../modules/accounts/variables.ts";
import { codeHostingVariables } from "../modules/code-hosting/variables.ts";
import { evaluationVariables } from "../modules/evaluation/variables.ts";
import { emailVariables } from "../modules/email/variables.ts";
import { imageVariables } from "../modules/image-studio/variables.ts";
import { helpDeskVariables } from "../modules/help-desks/variables.ts";
import { importVariables } from "../modules/help-import/variables.ts";
import { crawlerVariables } from "../modules/knowledge-sources/variables.ts";
import { researchVariables } from "../modules/lead-research/variables.ts";
import { pushVariables } from "../modules/notifications/variables.ts";
import { operationsVariables } from "../modules/operations/variables.ts";
import { projectLimits } from "../modules/projects/variables.ts";
import { semanticVariables } from "../modules/semantic-search/variables.ts";
import { previewVariables } from "../modules/website-preview/variables.ts";
import { widgetLimits } from "../modules/widget/variables.ts";

export const VARIABLES: readonly ConfigDeclaration[] = [
  originVariables,
  accountVariables,
  limitVariables,
  aiVariables,
  aiCeilings,
  aiKeyVariables,
  encryptionVariables,
  crawlerVariables,
  semanticVariables,
  importVariables,
  helpDeskVariables,
  emailVariables,
  pushVariables,
  researchVariables,
  codeHostingVariables,
  imageVariables,
  previewVariables,
  widgetLimits,
  accountLimits,
  projectLimits,
  operationsVariables,
  evaluationVariables,
];

/** The variables allowed in `.dev.vars` and in remote targets. */
export const PUBLIC_VARIABLES: readonly string[] = publicNames(VARIABLES);
export const SECRET_VARIABLES: readonly string[] = secretNames(VARIABLES);
/** Keys of `RATE_LIMITS`. */
export const LIMIT_NAMES: readonly string[] = VARIABLES.flatMap((one) => Object.keys(one.limits ?? {}));
/** The capabilities of the specification, in its order. */
export const CAPABILITIES: readonly Capability[] = VARIABLES.flatMap(({ capability }) => (capability ? [capability] : []));
