// Sentences that people read stand in the catalogue (`messages/en.json`), and are looked up when they are said.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { test } from "vitest";
import { run } from "../../scripts/lib/children.ts";
import { inRoot, ROOT } from "../../scripts/lib/paths.ts";
import { literalSentences } from "./literal-sentences.ts";
import { screenSentences } from "./screen-sentences.ts";

const SERVER = globSync("{kernel,modules,edition}/**/*.ts", { cwd: ROOT }).filter(
  (file) => !/\.test\.ts$|\.d\.ts$|^kernel\/testing\/|\/(views|client)\/|^edition\/(browser|schema)/.test(file),
);

/** Pages whose words nobody has to understand, each with its reason. */
const EXCEPTIONS = [
  "modules/accounts/local-owner.ts", // development only, and sends itself
  "modules/contact-form/draw-pages.ts", // the hidden field that only programs fill in
];

test("no refusal, page or schema of the server has a sentence in its code", () => {
  assert.ok(SERVER.includes("modules/accounts/errors.ts"));
  const found = SERVER.filter((file) => !EXCEPTIONS.includes(file)).flatMap((file) =>
    literalSentences(readFileSync(inRoot(file), "utf8")).map((place) => `${file}:${place}`),
  );
  assert.deepEqual(found, [], "put the sentence into messages/en.json of the module and use m.<key>()");
});

for (const [what, code] of [
  ["a literal", `conflict("Not now.")`],
  ["a template", "forbidden(`Only ${who} can.`)"],
  ["one of two", `throw unauthenticated(late ? "Too late." : early)`],
  ["a sum", `f = () => conflict(m.x_one() + " Try again.")`],
  ["a class", `new Refusal(404, "not_found", "Nothing here.")`],
  ["a limit", `rateLimited("perHour", 60, "Wait.")`],
  ["a declared one", `refusal({ status: 409, code: "moved", says: () => "It moved." })`],
  ["a field", `invalidRequest([{ path: "name", message: "Too long." }])`],
  ["a schema", `const Name = v.pipe(v.string(), v.minLength(1, "Enter a name."))`],
  ["a condition of a batch", `record(ctx, { requires: { when: sql\`1\`, otherwise: "It has moved." } })`],
  ["a field of a form", `field({ name: "email", label: "Email" })`],
  ["a page", 'f = () => html`<p class="a">Hello ${name}</p>`'],
  ["a message that is read too early", `const GONE = m.x_gone();`],
] as const)
  test(`a planted sentence is found: ${what}`, () => assert.equal(literalSentences(code).length, 1));

test("messages with parameters, codes and marks are none", () => {
  const code = `
    export const gone = () => conflict(m.x_gone({ names: names.join(" and ") }), { reason: "gone" });
    export const missing = () => notConfigured("AI reply", ["A_KEY"], m.x_missing());
    export const moved = refusal({ status: 409, code: "moved", says: m.x_moved });
    export const Id = v.pipe(v.string(), v.regex(/^a$/, "must be an id"), v.minLength(1, m.x_empty));
    export const page = () => html\`<title>\${title} · Seed Desk</title><p class="lead">\${m.x_lead()}</p>\`;`;
  assert.deepEqual(literalSentences(code), []);
});

// `pnpm setup`, `deploy` and `operations` read them, in a checkout where nothing was compiled yet.
test("the variables of the installation are read without the catalogue", async () => {
  const hooks = `import { registerHooks } from "node:module";
registerHooks({ resolve(name, from, next) { if (name.startsWith("#messages")) throw new Error(from.parentURL + " imports the messages"); return next(name, from); } });`;
  const { ok, output } = await run(process.execPath, [
    ...["--import", `data:text/javascript,${encodeURIComponent(hooks)}`],
    ...["--input-type=module", "--eval", `await import(${JSON.stringify(pathToFileURL(inRoot("edition/variables.ts")).href)})`],
  ]);
  assert.ok(ok, output);
});

const SCREENS = globSync("{dashboard,modules/*/views}/**/*.tsx", { cwd: ROOT }).filter((file) => !file.endsWith(".test.tsx"));

/** Examples of what somebody would type, and words of protocols: they are the same in every language. */
const EXAMPLES = /"(?:plan|pro, team|acme|xxxx-xxxx|Authorization|js)"|wrangler secret put|--name …/;

test("no screen has a sentence in its code", () => {
  assert.ok(SCREENS.includes("modules/accounts/views/profile-page.tsx"));
  const found = SCREENS.flatMap((file) =>
    screenSentences(readFileSync(inRoot(file), "utf8"))
      .filter((place) => !EXAMPLES.test(place))
      .map((place) => `${file}:${place}`),
  );
  assert.deepEqual(found, [], "put the sentence into views/messages/en.json of the module and use m.<key>()");
});

for (const [what, code] of [
  ["a text", "f = () => <p>Nothing here yet</p>"],
  ["a text beside a message", "f = () => <p>{m.x()} of them</p>"],
  ["a string", 'f = () => <p>{"Nothing here"}</p>'],
  ["one of two", 'f = () => <p>{on ? m.x() : "Switched off"}</p>'],
  ["a name for screen readers", '<button aria-label="Close" />'],
  ["a title", "<a title={`Opened by ${name}`} />"],
  ["a placeholder", '<input placeholder="Your name" />'],
  ["an image", '<img alt="The team at work" />'],
  ["a label of a component", '<Field label="Email address" />'],
  ["a toast", 'toast({ tone: "ok", title: "Saved" })'],
] as const)
  test(`a planted sentence of a screen is found: ${what}`, () => assert.equal(screenSentences(code).length, 1));

test("a screen's marks, codes and messages are none", () => {
  const code = `<p className="big text" title={m.x()}>{m.y({ n })} · {name} <code>{"a"}</code> → <kbd>Esc.</kbd> <Select value="everyone else" /></p>`;
  assert.deepEqual(screenSentences(code), []);
});
