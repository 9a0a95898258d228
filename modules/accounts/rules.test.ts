import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "#kernel/testing/any-text.ts";
import { deviceOf, isGuessable, safeNext, setupGate } from "./rules.ts";

const TOKEN = "t".repeat(32);
test.each([
  ["http://127.0.0.1:8787/setup", undefined, undefined, "open"],
  ["http://localhost/setup", undefined, undefined, "open"],
  ["http://localhost/setup", undefined, TOKEN, "token"],
  ["https://desk.example/setup", undefined, undefined, "refused"],
  ["http://192.168.1.5/setup", undefined, undefined, "refused"],
  ["https://desk.example/setup", undefined, TOKEN, "token"],
  // With a public origin configured, a request over loopback came through a proxy, not from the owner's own computer.
  ["http://127.0.0.1:8787/setup", "https://desk.example", undefined, "refused"],
  ["https://desk.example/setup", "https://desk.example", TOKEN, "token"],
  // A loopback origin is not public.
  ["http://127.0.0.1:8787/setup", "http://localhost:8787", undefined, "open"],
  ["http://localhost:8787/setup", "http://127.0.0.1:8787", undefined, "open"],
  ["http://[::1]:8787/setup", "http://[::1]:8787", undefined, "open"],
  ["http://127.8.9.10/setup", "https://127.8.9.10", undefined, "open"],
  ["http://localhost:8787/setup", "http://localhost:8787", TOKEN, "token"],
  ["https://desk.example/setup", "http://localhost:8787", undefined, "refused"],
  ["http://192.168.1.5/setup", "http://localhost:8787", undefined, "refused"],
  ["http://127.0.0.1:8787/setup", "https://misconfigured.invalid", undefined, "refused"],
  ["http://127.0.0.1:8787/setup", "https://127.0.0.1.nip.io", undefined, "refused"],
] as const)("setup at %s with APP_ORIGIN %s and setup token %s is %s", (url, appOrigin, setupToken, gate) => {
  expect(setupGate({ appOrigin, setupToken }, new URL(url), new Headers())).toBe(gate);
});

test.each([
  [{}, true],
  [{ "cf-connecting-ip": "127.0.0.1" }, true],
  [{ "cf-connecting-ip": "::1", "x-forwarded-host": "localhost:8787" }, true],
  [{ "x-forwarded-for": "" }, true],
  [{ "cf-connecting-ip": "203.0.113.7" }, false],
  [{ "cf-connecting-ip": "127.0.0.1.evil" }, false],
  [{ "x-forwarded-host": "desk.example" }, false],
  [{ "x-forwarded-for": "127.0.0.1" }, false],
  [{ "x-forwarded-proto": "https" }, false],
  [{ "x-real-ip": "203.0.113.7" }, false],
  [{ forwarded: "for=203.0.113.7" }, false],
  [{ via: "1.1 proxy" }, false],
] as const)("a request for a loopback host counts as local unless its headers show a proxy: %j → %s", (headers, here) => {
  for (const appOrigin of [undefined, "http://localhost:8787"]) {
    const config = { appOrigin, setupToken: undefined };
    expect(setupGate(config, new URL("http://localhost:8787/setup"), new Headers(headers))).toBe(here ? "open" : "refused");
  }
});

test.each(["/projects", "/projects/prj_1/inbox/all?x=1#y", "/invite/abc", "/"])("sign-in may continue to the path %s", (next) => {
  expect(safeNext(next)).toBe(next);
});
test.each([
  "",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "projects",
  "/\tx",
  "/ x",
  "/\n/evil.example",
  "/login",
  "/login?next=/login",
  "/setup",
  "/logout\r\nset-cookie: a=b",
  "/é",
  "/%0d%0a\r",
  "\t//evil.example",
])("sign-in continues to the projects instead of %j", (next) => {
  expect(safeNext(next)).toBe("/projects");
});
test("sign-in never redirects to another origin, whatever `next` holds", () => {
  fc.assert(
    fc.property(
      fc
        .array(
          fc.oneof(
            fc.constantFrom("/", "\\", ".", "\t", "\n", " ", ":", "@", "https:", "javascript:", "evil.example", "?", "#", "%2f", "\u3002"),
            anyText(3),
          ),
          { maxLength: 8 },
        )
        .map((p) => p.join("")),
      (next) => {
        expect(new URL(safeNext(next), "https://desk.example").origin).toBe("https://desk.example");
      },
    ),
  );
});

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36", "Chrome on Android"],
  ["curl/8.5", "Another program on an unknown system"],
  ["<script>alert(1)</script>", "Another program on an unknown system"],
  ["", "Another program on an unknown system"],
])("the user agent %s is shown as %s", (agent, device) => {
  expect(deviceOf(agent)).toBe(device);
});

test("common passwords, repeated characters, and the address itself are refused as guessable", () => {
  for (const bad of [
    "password1234",
    "PASSWORD1234",
    "aaaaaaaaaaaa",
    "abababababab",
    "olga@example.test",
    "OLGA@example.test",
    "seeddesk-2030!",
    "Seed Desk 12345",
  ])
    expect(isGuessable(bad, "olga@example.test"), bad).toBe(true);
  for (const fine of ["correct horse battery", "olga@example.test2", "Tr0ub4dor&3 or so", "пароль для меня"])
    expect(isGuessable(fine, "olga@example.test"), fine).toBe(false);
});
