// The variable of the website preview. PREVIEW_ORIGIN itself is declared in the kernel, as an origin of the installation.
import type { ConfigDeclaration } from "#kernel/config/index.ts";

export const CAPABILITY = "website-preview";

export const previewVariables: ConfigDeclaration = {
  public: {},
  secrets: {},
  capability: {
    name: CAPABILITY,
    module: "website-preview",
    public: ["PREVIEW_ORIGIN"],
    secrets: [],
    alsoRequires: "an owner or admin makes a scoped grant for each project",
  },
  read: () => undefined,
};
