// The variable of research: the model of the installation, as `provider/model`. Another value counts as missing.
import { AI_KEY_VARIABLES, anyText, type Config, declareVariables, type Values } from "#kernel/config/index.ts";

export interface ResearchConfig {
  /** As it is declared. */
  readonly model: string | undefined;
}
export const researchVariables = declareVariables({
  public: { LEAD_MODEL: anyText },
  secrets: {},
  capability: {
    name: "lead-research-and-outreach",
    module: "lead-research",
    public: ["LEAD_MODEL"],
    secrets: [],
    oneOf: AI_KEY_VARIABLES,
    alsoRequires: "email; each lead is reviewed before anything is sent",
  },
  read: ({ validValue }: Values<"LEAD_MODEL">): ResearchConfig => ({ model: validValue("LEAD_MODEL") }),
});
export const researchConfig = (config: Config): ResearchConfig => config.of(researchVariables);
