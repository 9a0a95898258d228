// The widget's element builder (modules/widget/client/panel/dom.ts) in a real browser.
import { test, type Browser, type Page } from "@playwright/test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import type * as dom from "../../modules/widget/client/panel/dom.ts";
import { inRoot } from "../../scripts/lib/paths.ts";
import { launchChromium } from "./chromium.ts";

let browser: Browser;
let page: Page;
declare global {
  interface Window {
    h: typeof dom.h;
    draw: ReturnType<typeof dom.makeRoot>;
    root: HTMLElement;
  }
}

test.beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
  const code = stripTypeScriptTypes(readFileSync(inRoot("modules/widget/client/panel/dom.ts"), "utf8"), { mode: "strip" });
  await page.exposeFunction("codeOfDom", () => code);
});
test.afterAll(() => browser.close());

/** Runs a function in a fresh page that has `h`, an empty `root`, and its `draw`. */
async function inPage<T>(run: () => T): Promise<T> {
  await page.goto("about:blank");
  await page.evaluate(async () => {
    const code = await (window as unknown as { codeOfDom(): Promise<string> }).codeOfDom();
    const it = (await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })))) as typeof dom;
    window.root = document.body.appendChild(document.createElement("main"));
    Object.assign(window, { h: it.h, draw: it.makeRoot(window.root) });
  });
  return page.evaluate(run);
}

test("keyed elements keep their node and focus when siblings are added, removed, or moved", async () => {
  const seen = await inPage(() => {
    const { h, draw, root } = window;
    const list = (...keys: string[]) =>
      draw(
        h(
          "ul",
          null,
          keys.map((key) => h("li", { key }, h("input", { id: key }))),
        ),
      );
    list("a", "b", "c");
    const was = [...root.querySelectorAll("li")];
    root.querySelector<HTMLInputElement>("#b")?.focus();
    list("z", "b", "c", "y");
    const now = [...root.querySelectorAll("li")];
    list("c", "b");
    return [
      now.map((li) => was.indexOf(li)),
      document.activeElement?.id,
      root.textContent,
      root.querySelectorAll("li").length,
      was[0]?.isConnected,
    ];
  });
  assert.deepEqual(seen, [[-1, 1, 2, -1], "b", "", 2, false]);
});

test("a focused element keeps the focus when it moves in either direction", async () => {
  const seen = await inPage(() => {
    const { h, draw, root } = window;
    const list = (keys: string) =>
      draw(
        h(
          "ul",
          null,
          [...keys].map((key) => h("li", { key }, h("input", { id: key }))),
        ),
      );
    const orderAndFocus = () => [...root.querySelectorAll("input")].map(({ id }) => id).join("") + document.activeElement?.id;
    list("abcd");
    root.querySelector<HTMLInputElement>("#c")?.focus();
    const found = [];
    for (const order of ["cabd", "abdc", "dxcb", "c", "yac"]) {
      list(order);
      found.push(orderAndFocus());
    }
    return found;
  });
  assert.deepEqual(seen, ["cabdc", "abdcc", "dxcbc", "cc", "yacc"]);
});

test("an element that is not shown keeps its position, so its siblings keep their nodes", async () => {
  const same = await inPage(() => {
    const { h, draw, root } = window;
    const view = (back: boolean, words: string) =>
      draw(h("header", null, back && h("button", null, "back"), h("button", null, "close"), words));
    view(false, "one");
    const close = root.querySelector("button");
    view(true, "two");
    return [[...root.querySelectorAll("button")].indexOf(close as HTMLButtonElement), root.textContent];
  });
  assert.deepEqual(same, [1, "backclosetwo"]);
});

test("properties, attributes, and handlers are updated; a field keeps typed text until its value changes", async () => {
  const seen = await inPage(() => {
    const { h, draw, root } = window;
    const heard: string[] = [];
    const view = (n: number, on: boolean, value: string) =>
      draw(
        h(
          "section",
          { class: `c${n}`, inert: !on, "aria-hidden": on ? undefined : "true" },
          h("textarea", { value, oninput: on ? () => heard.push(`on${n}`) : null }),
        ),
      );
    view(1, true, "");
    const [section, field] = [root.firstElementChild as HTMLElement, root.querySelector("textarea") as HTMLTextAreaElement];
    field.value = "typed";
    field.dispatchEvent(new Event("input"));
    view(2, true, "typed");
    field.dispatchEvent(new Event("input"));
    const first = [section.className, section.inert, section.getAttribute("aria-hidden"), field.value];
    view(3, false, "");
    field.dispatchEvent(new Event("input"));
    return [first, [section.className, section.inert, section.getAttribute("aria-hidden"), field.value], heard];
  });
  assert.deepEqual(seen, [
    ["c2", false, null, "typed"],
    ["c3", true, "true", ""],
    ["on1", "on2"],
  ]);
});

test("lifecycle hooks run once on mount, on each draw, and on removal, at any depth", async () => {
  const seen = await inPage(() => {
    const { h, draw } = window;
    const heard: string[] = [];
    const canvas = () =>
      h("canvas", {
        born: (it: Element) => (heard.push(`born ${it.isConnected}`), () => heard.push("left")),
        drawn: () => heard.push("drawn"),
      });
    draw(h("div", null, h("p", null, canvas())));
    draw(h("div", null, h("p", null, canvas())));
    draw(h("div", null));
    return heard;
  });
  assert.deepEqual(seen, ["born true", "drawn", "drawn", "left"]);
});

test("text is never parsed as HTML, and SVG is created in its own namespace", async () => {
  const seen = await inPage(() => {
    const { h, draw, root } = window;
    draw(
      h("p", null, "<b>", 7, false, null, undefined, [" ", ["x"]], h("svg", { viewBox: "0 0 1 1", class: "i" }, h("path", { d: "M0 0" }))),
    );
    return [
      root.textContent,
      root.querySelector("path") instanceof SVGPathElement,
      root.querySelector("svg")?.getAttribute("viewBox"),
      root.querySelectorAll("b").length,
    ];
  });
  assert.deepEqual(seen, ["<b>7 x", true, "0 0 1 1", 0]);
});
