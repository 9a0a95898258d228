import { expect, test } from "vitest";
import { knownTimeZone, visitOf } from "./visit.ts";

const from = (agent: string, language = "") => visitOf(new Headers({ "user-agent": agent, "accept-language": language }));

test("browser and system come from the user agent, the language from what the browser asks for first", () => {
  expect(
    from(
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
      "en-NG,en;q=0.9,yo;q=0.8",
    ),
  ).toEqual({ browser: "Safari 26", system: "macOS", language: "en-NG" });
  expect(from("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "de")).toEqual({
    browser: "Firefox 140",
    system: "Linux",
    language: "de",
  });
  expect(
    from("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0"),
  ).toEqual({ browser: "Microsoft Edge 142", system: "Windows", language: null });
});

test("what says nothing, or something impossible, is not known", () => {
  expect(visitOf(new Headers())).toEqual({ browser: null, system: null, language: null });
  expect(from("x".repeat(5000), "<script>, en")).toMatchObject({ system: null, language: null });
  expect(from("Mozilla/5.0", "*")).toMatchObject({ language: null });
  expect([knownTimeZone("Africa/Lagos"), knownTimeZone("UTC")]).toEqual(["Africa/Lagos", "UTC"]);
  expect([knownTimeZone("Atlantis/Center"), knownTimeZone(""), knownTimeZone(null), knownTimeZone("x".repeat(900))]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
