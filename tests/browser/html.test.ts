// The HTML of all pages by the recommended rules of html-validate: the worker's pages as they are sent, and the dashboard's screens as they
// stand in the browser.
import { test } from "@playwright/test";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { HelpSettings } from "#modules/help-center/contract";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { type StatePage, statePage } from "./open-state.ts";
import { readScreens } from "./screens.ts";
import { DESKTOP, openStage, type Stage, until, withProject } from "./stage.ts";

const validator = (rules: Readonly<Record<string, "off">>): HtmlValidate =>
  new HtmlValidate(
    new StaticConfigLoader({
      root: true,
      extends: ["html-validate:recommended"],
      // How the source is written, which no reader and no browser notices.
      rules: {
        ...{
          "doctype-style": "off",
          "no-trailing-whitespace": "off",
          "void-style": "off",
          "no-raw-characters": "off",
          "long-title": "off",
        },
        ...rules,
      },
    }),
  );
const sent = validator({});
const rendered = validator({
  // How the browser writes down what scripts made.
  ...{ "attribute-boolean-style": "off", "attribute-empty-style": "off", "no-inline-style": "off", "valid-id": "off" },
  // Lists that hold only the rows in view, and the editor; axe examines both.
  ...{ "prefer-native-element": "off", "presentation-role-style": "off" },
  // While a dialog is open, the rest of the page is hidden and the dialog holds the focus.
  "hidden-focusable": "off",
});
/** Hidden inputs of the library for selects, which nobody sees. */
const NOT_OURS = /no-implicit-input-type.*#base-ui-/;

async function faultsOf(by: HtmlValidate, name: string, text: string): Promise<string[]> {
  const { results } = await by.validateString(text);
  return results
    .flatMap(({ messages }) => messages.map(({ ruleId, message, selector }) => `${name}: ${ruleId}: ${message} (${selector})`))
    .filter((fault) => !NOT_OURS.test(fault));
}

let stage: Stage;
let project: Awaited<ReturnType<typeof withProject>>;
test.beforeAll(async () => {
  stage = await openStage();
  project = await withProject(stage);
});
test.afterAll(() => stage.stop());

const read = async (path: string, status = 200): Promise<string> => {
  const response = await fetch(stage.served.url + path, { headers: { accept: "text/html" } });
  assert.equal(response.status, status, path);
  return await response.text();
};

/** Saves the settings of a project's help center; answers its path. */
async function openHelp(projectId: string, title: string, open: boolean): Promise<string> {
  const at = `/api/management/projects/${projectId}/help/settings`;
  const { body: now } = await project.owner.call<HelpSettings>(at.replace("management", "dashboard"));
  const saved = await project.owner.call<HelpSettings>(at, {
    method: "PUT",
    body: {
      ...{ revision: now.revision, open, title, description: `All about ${title}` },
      ...{ defaultLocale: "en", locales: ["en", "de"], links: [], contact: null },
    },
  });
  assert.equal(saved.status, 200, JSON.stringify(saved.body));
  return `${new URL(saved.body.address).pathname}/`;
}

test("the worker's own pages are valid HTML with a title and a description", async () => {
  const { owner, id } = project;
  const invitation = await owner.post<{ link: string }>(`/api/management/projects/${id}/invitations`, {
    clientId: randomUUID(),
    role: "operator",
  });
  const found: string[] = [];
  for (const [path, status, described] of [
    ["/", 200, true],
    ["/login", 200, true],
    ["/setup", 409, false],
    ["/nowhere", 404, false],
    [new URL(invitation.body.link).pathname, 200, false],
  ] as const) {
    const text = await read(path, status);
    found.push(...(await faultsOf(sent, path, text)));
    assert.match(text, /<title>[^<]+ · Seed Desk<\/title>/, path);
    assert.equal(/<meta name="description" content="[^"]{20,160}"/.test(text), described, path);
  }
  assert.equal(found.length, 0, `\n${found.join("\n")}\n`);
});

test("robots.txt and the favicon are files", async () => {
  for (const [path, type, has] of [
    ["/robots.txt", "text/plain", "Disallow: /api/"],
    ["/favicon.svg", "image/svg+xml", "<svg"],
    ["/favicon.ico", "image/", ""],
  ] as const) {
    const response = await fetch(stage.served.url + path);
    assert.equal(response.status, 200, path);
    assert.ok(response.headers.get("content-type")?.startsWith(type), `${path}: ${response.headers.get("content-type")}`);
    assert.ok((await response.text()).includes(has), path);
  }
});

test("the setup form of a new installation is valid HTML, and the homepage leads to it", async () => {
  const fresh = await openStage();
  try {
    const form = await (await fetch(`${fresh.served.url}/setup`)).text();
    const home = await (await fetch(fresh.served.url)).text();
    assert.deepEqual([...(await faultsOf(sent, "/setup", form)), ...(await faultsOf(sent, "/", home))], []);
    assert.match(home, /<a class="button" href="\/setup">/);
  } finally {
    await fresh.stop();
  }
});

test("the homepage lists open help centers of projects that exist, and nothing of others", async () => {
  const { owner } = project;
  const make = async (name: string, open: boolean): Promise<{ id: string }> => {
    const made = await owner.project(name, `https://${name.toLowerCase()}.example`);
    await openHelp(made.id, `${name} help`, open);
    return made;
  };
  await make("Opalith", true);
  await make("Closedor", false);
  const gone = await make("Goneva", true);
  const deleted = await owner.call(`/api/management/projects/${gone.id}`, { method: "DELETE", body: { confirm: "Goneva" } });
  assert.ok(deleted.status < 300, JSON.stringify(deleted.body));
  const home = await until("the help center on the homepage", async () => {
    const text = await read("/");
    return text.includes("Opalith help") ? text : false;
  });
  assert.match(home, /<a class="card" href="\/help\/[^"]+\/"/);
  assert.ok(home.includes("All about Opalith help"));
  for (const hidden of ["Closedor", "Goneva", "closedor", "goneva"]) assert.ok(!home.includes(hidden), hidden);
});

test("help pages are valid HTML", async () => {
  const { owner, id } = project;
  const site = await openHelp(id, "Northwind help", true);
  const management = `/api/management/projects/${id}/help`;
  const shelf = await owner.post<{ collection: { id: string } }>(`${management}/collections`, {
    ...{ clientId: randomUUID(), locale: "en", name: "Orders" },
  });
  const content =
    "First words.\n\n## One\n\n- a\n- b\n\n| x | y |\n| --- | --- |\n| 1 | 2 |\n\n## Two\n\nMore.\n\n## Three\n\n### Four\n\n`code` and [a link](https://example.org).";
  for (const title of ["Shipping times", "Returns"]) {
    const made = await owner.post<{ article: { id: string }; text: { revision: number } }>(`/api/dashboard/projects/${id}/help/articles`, {
      ...{ clientId: randomUUID(), locale: "en", title, content, collectionId: shelf.body.collection.id },
    });
    const done = await owner.post(`${management}/articles/${made.body.article.id}/texts/en/publish`, { revision: made.body.text.revision });
    assert.equal(done.status, 200, JSON.stringify(done.body));
  }
  await until("the article", async () => (await fetch(`${stage.served.url}${site}en/articles/shipping-times`)).ok);
  const found: string[] = [];
  for (const path of [
    "en/",
    "de/",
    "en/collections/orders",
    "en/articles/shipping-times",
    "en/articles/returns",
    "en/search?q=shipping",
    "en/search?q=",
  ])
    found.push(...(await faultsOf(sent, path, await read(site + path))));
  found.push(...(await faultsOf(sent, "missing", await read(`${site}en/articles/none`, 404))));
  assert.equal(found.length, 0, `\n${found.join("\n")}\n`);
});

// In parts, because all of them take longer than one test may.
const PARTS = 4;
for (let part = 0; part < PARTS; part += 1)
  test(`the dashboard's screens are valid HTML, ${part + 1} of ${PARTS}`, async () => {
    test.setTimeout(300_000);
    const context = await stage.context(DESKTOP, project.owner);
    const on: StatePage = await statePage(context, stage.served.url);
    const found: string[] = [];
    const screens = (await readScreens()).filter((_, n) => n % PARTS === part);
    assert.ok(screens.length > 10, "there are screens to look at");
    for (const { name, states } of screens) {
      const [first] = states;
      if (first === undefined) continue;
      await on.show(first);
      found.push(...(await faultsOf(rendered, name, await on.page.content())));
    }
    await on.stop();
    assert.equal(found.length, 0, `\n${found.join("\n")}\n`);
  });
