import { expect, test } from "vitest";
import { readConfig } from "#kernel/config/index.ts";
import { cookieName, isLoopback, readCookie, sessionCookie } from "./cookies.ts";

const url = (text: string): URL => new URL(text);
const none = readConfig({});
const https = readConfig({ APP_ORIGIN: "https://desk.example" });

test.each([
  ["http://127.0.0.1:8787/", none, "session"],
  ["http://localhost/", none, "session"],
  ["http://a.localhost/", none, "session"],
  ["http://[::1]:1/", none, "session"],
  ["https://localhost/", none, "__Host-session"],
  ["http://desk.lan/", none, "__Host-session"],
  ["http://localhost.evil.example/", none, "__Host-session"],
  ["http://127.0.0.1/", https, "__Host-session"],
  ["http://localhost:1/", readConfig({ APP_ORIGIN: "http://localhost:1" }), "session"],
] as const)("the session cookie for %s has the right name", (at, config, name) => {
  expect(cookieName(config, url(at))).toBe(name);
});

test("the cookie is HttpOnly, Lax, for the whole host, and Secure wherever it has the __Host prefix", () => {
  expect(sessionCookie(https, url("https://desk.example/"), "v", 60)).toBe(
    "__Host-session=v; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
  );
  expect(sessionCookie(none, url("http://localhost/"), "", 0)).toBe("session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
  expect(sessionCookie(https, url("https://desk.example/"), "v", 1)).not.toMatch(/domain/i);
});

test("a cookie is found by its whole name, the first one wins, and values keep their equals signs", () => {
  expect(readCookie("a=1; session=x=y; session=z", "session")).toBe("x=y");
  expect(readCookie("xsession=1; sessionx=2", "session")).toBeUndefined();
  expect(readCookie("session", "session")).toBeUndefined();
  expect(readCookie("=x; session=", "session")).toBe("");
  expect(readCookie(null, "session")).toBeUndefined();
  expect(readCookie("session=a; __Host-session=b", "__Host-session")).toBe("b");
});

test("loopback is the host itself, not a name that begins with it", () => {
  for (const host of ["http://127.0.0.1.nip.io/", "http://localhost.example/", "http://10.0.0.1/", "http://0.0.0.0/"])
    expect(isLoopback(url(host)), host).toBe(false);
  for (const host of [
    "http://127.0.0.1/",
    "http://127.1/",
    "http://127.255.0.9/",
    "http://[::1]/",
    "http://localhost/",
    "http://a.localhost/",
  ])
    expect(isLoopback(url(host)), host).toBe(true);
});
