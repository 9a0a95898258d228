import { expect, test } from "vitest";
import { canaryVariables, needles, seenIn } from "../../../tests/operations/canaries.ts";
import { ROOT } from "../paths.ts";
import { readTarget } from "../target/read.ts";
import { redactor } from "./redact.ts";

const account = "0123456789abcdef0123456789abcdef";
const given = { ...canaryVariables(), PLATFORM_ACCOUNT_ID: account, PLATFORM_API_TOKEN: "token-0123456789", SVC_RESOURCE_PREFIX: "acme" };

function targetOf(): NonNullable<ReturnType<typeof readTarget>["target"]> {
  const { target, faults } = readTarget(given);
  if (target === undefined) throw new Error(JSON.stringify(faults));
  return target;
}

test("every value of a target is replaced by its name: plain, in JSON, in an address or within another value", () => {
  const target = targetOf();
  const values = Object.entries({ ...target.variables, ...target.secrets, PLATFORM_API_TOKEN: given.PLATFORM_API_TOKEN });
  const text = values
    .flatMap(([name, value]) => [
      `${name}: ${value}`,
      JSON.stringify({ [name]: value }),
      `https://x.test/?${name}=${encodeURIComponent(value)}`,
    ])
    .join("\n");
  const left = redactor(target)(`${text}\nat ${ROOT}/edition/worker.ts for ${account} at canary7f3-desk.example.com`);
  expect(seenIn(left, needles([account, given.PLATFORM_API_TOKEN, ROOT]))).toEqual([]);
  for (const name of Object.keys(target.secrets)) expect(left).toContain(`${name}: <${name}>`);
  expect(left).toContain("at <checkout>/edition/worker.ts for <PLATFORM_ACCOUNT_ID> at <SVC_PUBLIC_ORIGIN>");
});
