import { defineModule } from "#kernel/module/index.ts";

export const claimVerification = defineModule({ name: "claim-verification", needs: ["retrieval"] });
