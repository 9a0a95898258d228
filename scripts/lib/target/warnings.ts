// Warnings about settings that are allowed but risky.
import { PUBLIC_VARIABLES, SECRET_VARIABLES } from "../../../edition/variables.ts";

type Values = Readonly<Record<string, string | undefined>>;

const TARGET_VARIABLES = new Set<string>([
  ...PUBLIC_VARIABLES,
  ...SECRET_VARIABLES,
  "SVC_RESOURCE_PREFIX",
  "SVC_PUBLIC_ORIGIN",
  "SVC_LOCAL_OWNER_LOGIN",
]);

/** Names of variables that registration should have and that are missing. */
function missingForRegistration(variables: Values, secrets: Values): string[] {
  const ceiling = /"repliesPerInstallation"/.test(variables["AI_DAILY_CEILINGS"] ?? "");
  const mail = ["EMAIL_PROVIDER", "EMAIL_API_KEY", "EMAIL_FROM"].filter((name) => !(name in variables) && !(name in secrets));
  return [
    ...("CHALLENGE_SECRET" in secrets ? [] : ["CHALLENGE_SECRET"]),
    ...(ceiling ? [] : ["repliesPerInstallation in AI_DAILY_CEILINGS"]),
    ...mail,
  ];
}

/** Warnings for the administrator, without any value. */
export function warningsFor(variables: Values, secrets: Values, source: Values): string[] {
  const missing = variables["REGISTRATION_ENABLED"] === "true" ? missingForRegistration(variables, secrets) : [];
  const unknown = Object.keys(source).filter((name) => /^SVC_[A-Z_]+$/.test(name) && !TARGET_VARIABLES.has(name));
  return [
    ...(missing.length === 0
      ? []
      : [
          `REGISTRATION_ENABLED lets visitors register projects, and ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not given here. ` +
            "Total AI spend can reach the per-project ceiling times the number of projects: only repliesPerInstallation caps the total, " +
            "and the registration and project-creation limits only slow sign-ups. Registration and recovery need mail. " +
            "Before enabling registration, set the challenge secret, a daily installation reply ceiling and provider-side spending limits.",
        ]),
    ...unknown.map((name) => `${name} is not a variable of Seed Desk and is not used.`),
  ];
}
