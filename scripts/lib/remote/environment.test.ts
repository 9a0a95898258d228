import { expect, test } from "vitest";
import { SECRET_VARIABLES } from "../../../edition/variables.ts";
import { takeEnvironment } from "./environment.ts";
import { toolEnvironment } from "./tool.ts";

test("child processes inherit no variables of the platform and no secrets of the product", () => {
  const foreign = [
    "CLOUDFLARE_API_TOKEN",
    "CLOUDFLARE_ACCOUNT_ID",
    "CLOUDFLARE_API_BASE_URL",
    "CF_API_TOKEN",
    "CF_ACCOUNT_ID",
    "CLOUDFLARE_ENV",
  ];
  const names = [...foreign, ...SECRET_VARIABLES, "PLATFORM_API_TOKEN", "WRANGLER_LOG", "NODE_OPTIONS", "AWS_SECRET_ACCESS_KEY"];
  const env: NodeJS.ProcessEnv = { PATH: "/bin", HOME: "/house", LC_ALL: "C", https_proxy: "http://p" };
  for (const name of names) env[name] = "x";
  const taken = takeEnvironment(env);
  expect(env).toEqual({ PATH: "/bin", HOME: "/house", LC_ALL: "C", https_proxy: "http://p" });
  expect(taken["PLATFORM_API_TOKEN"]).toBe("x");
});

test("the tool gets the account of the target, and a token only if there is one", () => {
  const account = "0".repeat(32);
  const { CLOUDFLARE_ACCOUNT_ID, ...rest } = toolEnvironment({ accountId: account, apiToken: undefined, apiUrl: undefined });
  expect(CLOUDFLARE_ACCOUNT_ID).toBe(account);
  expect(Object.keys(rest).filter((name) => name.startsWith("CLOUDFLARE_"))).toEqual(["CLOUDFLARE_CF_FETCH_ENABLED"]);
  expect(toolEnvironment({ accountId: account, apiToken: "t", apiUrl: undefined })["CLOUDFLARE_API_TOKEN"]).toBe("t");
});
