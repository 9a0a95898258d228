// Accounts by mail in a real browser: registering through the human check and a mailed link, changing the address, resetting a forgotten
// password, and inviting a colleague.
import { test, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { type ChallengeDouble, startChallenge } from "../doubles/challenge/server.ts";
import { CHALLENGE_SECRET, CHALLENGE_SITE_KEY } from "../doubles/challenge/turnstile.ts";
import { RESEND_KEY, startResend } from "../doubles/mail/resend.ts";
import type { MailDouble } from "../doubles/mail/server.ts";
import { Operator } from "../support/desk.ts";
import { sideways, violations } from "./axe.ts";
import { DESKTOP, freePort, openStage, PHONE, type Stage, until } from "./stage.ts";

const SHOTS = process.env["SHOTS"];
const SETUP = "a setup token of more than 32 characters";
let stage: Stage;
let mail: MailDouble;
let challenge: ChallengeDouble;
let page: Page;

/** Opens a page whose human check is served by the double. */
async function openPage(): Promise<Page> {
  const opened = await (await stage.context(DESKTOP)).newPage();
  await opened.route("https://challenges.cloudflare.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: challenge.script("127.0.0.1") }),
  );
  return opened;
}
test.beforeAll(async () => {
  [mail, challenge] = await Promise.all([startResend(), startChallenge()]);
  const port = await freePort();
  stage = await openStage({
    port,
    vars: {
      APP_ORIGIN: `http://127.0.0.1:${port}`,
      SVC_SETUP_TOKEN: SETUP,
      REGISTRATION_ENABLED: "true",
      TEST_SCRYPT_LOG_N: "10",
      TEST_EMAIL_BASE_URL: mail.url,
      EMAIL_PROVIDER: "resend",
      EMAIL_API_KEY: RESEND_KEY,
      EMAIL_FROM: "desk@acme.example",
      CHALLENGE_SECRET,
      CHALLENGE_SITE_KEY,
      TEST_CHALLENGE_BASE_URL: challenge.url,
    },
  });
  const owner = new Operator(stage.served.url);
  const made = await owner.post("/setup", {
    name: "Olga",
    email: "olga@acme.example",
    password: "correct horse battery",
    setupToken: SETUP,
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  page = await openPage();
});
test.afterAll(async () => {
  await stage.stop();
  await mail.stop();
  await challenge.stop();
});

/** Checks the current page for accessibility in light, dark, and narrow layouts; takes screenshots when asked to. */
async function checkPage(name: string, shows: string): Promise<void> {
  const found: string[] = [];
  for (const [kind, scheme, size] of [
    ["", "light", DESKTOP.viewport],
    ["-dark", "dark", DESKTOP.viewport],
    ["-phone", "light", PHONE.viewport],
  ] as const) {
    // Dark screens are covered by the stories in states.test.ts.
    if (SHOTS === undefined && kind === "-dark") continue;
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    if (SHOTS !== undefined || kind === "") found.push(...(await violations(page, shows)).map((each) => `${name}${kind}: ${each}`));
    if (kind === "-phone") found.push(...(await sideways(page)).map((each) => `${name}: ${each}`));
    if (SHOTS === undefined) continue;
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: `${SHOTS}/${name}${kind}.png` });
  }
  await page.setViewportSize(DESKTOP.viewport);
  await page.emulateMedia({ colorScheme: "light" });
  assert.deepEqual(found, []);
}
/** The link in the newest of `count` mails to an address; waits until they have arrived. */
const linkTo = (address: string, count = 1): Promise<string> =>
  until(`mail ${count} to ${address}`, () => {
    const mails = mail.mails.filter(({ to }) => to === address);
    return mails.length >= count && /^http\S+$/m.exec(mails.at(-1)?.text ?? "")?.[0];
  });

test("a person registers, changes their address, resets their password, and invites a colleague, all by mail", async () => {
  await page.goto(`${stage.served.url}/login`);
  await checkPage("login", "Forgot your password?");
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByText("You are a person.").waitFor();
  await checkPage("register", "You are a person.");
  await page.getByLabel("Email").fill("pia@acme.example");
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await checkPage("check-your-mail", "Check your email");
  await page.goto(await linkTo("pia@acme.example"));
  await checkPage("register-link", "Create account");
  await page.getByLabel("Your name").fill("Pia");
  await page.getByLabel("Password").fill("seven quiet lamps");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/projects");

  await page.goto(`${stage.served.url}/account/profile`);
  await page.getByText("Confirmed", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await checkPage("change-address", "Current password");
  await page.getByLabel("New address").fill("pia@new.example");
  await page.getByLabel("Current password").fill("seven quiet lamps");
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByText("Email sent").waitFor();
  await checkPage("profile-pending", "pia@new.example");
  await page.goto(await linkTo("pia@new.example"));
  await checkPage("confirm", "Use this address");
  await page.getByRole("button", { name: "Use this address" }).click();
  await page.getByRole("heading", { name: "Address changed" }).waitFor();

  await page.context().clearCookies();
  await page.goto(`${stage.served.url}/login`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByText("You are a person.").waitFor();
  await checkPage("recover", "You are a person.");
  await page.getByLabel("Email").fill("pia@new.example");
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  const link = await linkTo("pia@new.example", 2);
  await page.goto(link);
  await checkPage("recover-link", "Save and sign in");
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await page.getByText("Use at least 12 characters.").waitFor();
  await page.getByLabel("New password").fill("eight louder lamps");
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await page.waitForURL("**/projects");
  await page.goto(link);
  await checkPage("link-gone", "link");

  await page.goto(`${stage.served.url}/projects?new=1`);
  await page.getByLabel("Name").fill("Lamps");
  await page.getByRole("button", { name: "Create project" }).click();
  await page.waitForURL("**/projects/prj_**");
  const projectId = /prj_\w+/.exec(page.url())?.[0] ?? "";
  await page.goto(`${stage.served.url}/projects/${projectId}/settings/members`);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await checkPage("invite", "Create link");
  await page.getByLabel("Email (optional)").fill("lena@acme.example");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText("Email sent").waitFor();
  await checkPage("members", "lena@acme.example");
  const invitation = await linkTo("lena@acme.example");
  await page.goto(invitation);
  await page.getByText("sent to another address").waitFor();
  await checkPage("invited-another", "sent to another address");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/login");
  await page.goto(invitation);
  await checkPage("invited", "Join project");
  await page.getByLabel("Your name").fill("Lena");
  await page.getByLabel("Password").fill("nine dark lamps now");
  await page.getByRole("button", { name: "Join project" }).click();
  await page.waitForURL(`**/projects/${projectId}**`);
});
