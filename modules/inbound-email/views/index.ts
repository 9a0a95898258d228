// Views of received mail for other modules.
export { EvidenceDialog } from "./evidence-dialog.tsx";
export { checkOf, personText, RECEIPT } from "./labels.ts";
export { WhyAutomatic } from "./why-automatic.tsx";
