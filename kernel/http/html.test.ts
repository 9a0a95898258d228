import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "#kernel/testing/any-text.ts";
import { Html, html, htmlResponse, sentence } from "./html.ts";
import { field, pageResponse } from "./page.ts";

test("every value is escaped, in text and in an attribute", () => {
  const evil = `<img src=x onerror=alert(1)>&"'`;
  expect(html`<p title="${evil}">${evil}</p>`.text).toBe(
    '<p title="&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;">&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;</p>',
  );
});

test("no text can break out of an element or attribute", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const inside = html`${text}`.text;
      expect(inside).not.toMatch(/[<>"']/);
      expect(inside).not.toMatch(/&(?!(amp|lt|gt|quot|#39);)/);
    }),
  );
});

test("undefined and false render nothing; numbers, lists and other Html render as themselves", () => {
  expect(html`${undefined}${false}${0}${[html`<b>${"<"}</b>`, html`x`]}${new Html("<i>")}`.text).toBe("0<b>&lt;</b>x<i>");
});

test("a page is HTML in UTF-8 with a policy that allows no script", async () => {
  const response = pageResponse({ title: "<T>", body: html`<p>hi</p>`, status: 403 });
  expect(response.status).toBe(403);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const text = await response.text();
  expect(text).toMatch(/^<!doctype html><html lang="en" dir="ltr">/);
  expect(text).toContain("<title>&lt;T&gt; · Seed Desk</title>");
  expect(text).toContain("default-src &#39;none&#39;");
  expect(text).not.toContain("<script");
  expect(await htmlResponse(html`x`).text()).toBe("<!doctype html>x");
});

test("a field keeps what was typed, escaped, and names its problem for screen readers", () => {
  const { text } = field({
    name: "email",
    label: "Email",
    type: "email",
    autocomplete: "username",
    value: '"><script>',
    hint: "h",
    problem: "must be <one>",
  });
  expect(text).toContain('value="&quot;&gt;&lt;script&gt;"');
  expect(text).toContain('aria-invalid="true" aria-describedby="email-hint email-problem"');
  expect(text).toContain("must be &lt;one&gt;");
});

test("a sentence keeps its HTML parts, wherever its language puts them, and escapes its own words", () => {
  const parts = { address: html`<b>${"a&b@example.test"}</b>`, name: html`<i>Ada</i>` };
  expect(sentence(({ address, name }) => `${name} <has> ${address}.`, parts).text).toBe(
    "<i>Ada</i> &lt;has&gt; <b>a&amp;b@example.test</b>.",
  );
});
