// Stories of the help center's settings.
import { answer, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { FileId } from "#kernel/ids/index.ts";
import type { HelpSettings } from "../../contract.ts";

const SETTINGS: HelpSettings = {
  open: true,
  title: "Northwind Help",
  description: "Guides and answers for everything you do with Northwind.",
  defaultLocale: "en",
  locales: ["en", "de", "pt-BR"],
  translations: { de: { title: "Northwind Hilfe", description: "" } },
  images: { logo: null, logoDark: null, cover: null },
  domain: null,
  links: [
    { label: "Imprint", url: "https://northwind.example/imprint" },
    { label: "Privacy", url: "https://northwind.example/privacy" },
  ],
  contact: null,
  authors: true,
  contactForm: true,
  contactFormNeeds: { variables: [], replyAddress: true },
  revision: 3,
  address: "https://desk.example/help/northwind",
  website: "https://northwind.example",
  rendering: { state: "done", renderedAt: "2026-11-20T09:30:00.000Z" },
};
/** An image of the fixtures, which have no bytes. */
const picture = (width: number, height: number): HelpSettings["images"]["logo"] => ({
  fileId: "fil_00000000000000000000000001" as FileId,
  url: "/files/fil_00000000000000000000000001",
  width,
  height,
});
const settings = (change: Partial<HelpSettings> = {}) => answer({ ...SETTINGS, ...change } satisfies HelpSettings);

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/help/settings`;
  const at = (name: string, change: Partial<HelpSettings>, role: "owner" | "operator" = "owner"): ScreenState => ({
    name,
    path,
    answers: { ...frame(role), readHelpSettings: settings(change) },
  });
  const ready = { ...frame(), readHelpSettings: settings() };
  const first: Partial<HelpSettings> = {
    open: false,
    title: "Northwind",
    description: "",
    locales: ["en"],
    links: [],
    website: null,
    revision: 0,
    rendering: { state: "none", renderedAt: null },
  };
  const type = "fill:Name=Northwind Answers";
  return [
    at("open", {}),
    { ...at("another language", {}), act: "select:Language=de" },
    at("logo, cover and domain", {
      images: { logo: picture(320, 64), logoDark: picture(320, 64), cover: picture(1200, 630) },
      domain: "https://help.northwind.example",
      address: "https://help.northwind.example/help/northwind",
    }),
    { ...at("own domain explained", {}), act: "click:How to set it up" },
    at("nobody is named", { authors: false }),
    at("never set", first),
    at("operator", {}, "operator"),
    at("readers cannot write", {
      contactFormNeeds: { variables: ["EMAIL_PROVIDER", "EMAIL_API_KEY", "EMAIL_FROM", "INBOUND_EMAIL_TOKEN"], replyAddress: false },
    }),
    at("readers do not write", { contactForm: false, contact: "mailto:help@northwind.example" }),
    at("pages are being drawn", { rendering: { state: "waiting", renderedAt: "2026-11-20T09:30:00.000Z" } }),
    at("pages failed", { rendering: { state: "failed", renderedAt: null } }),
    { ...at("asks before opening", first), act: "click:Open to readers" },
    { ...at("asks before closing", {}), act: "click:Close to readers" },
    {
      name: "saved",
      path,
      answers: { ...ready, saveHelpSettings: settings({ title: "Northwind Answers", revision: 4 }) },
      act: `${type};click:Save`,
    },
    {
      name: "somebody else saved",
      path,
      answers: {
        ...ready,
        saveHelpSettings: answer(
          {
            code: "stale_frontier",
            error: "Someone else changed these settings. Review them and save again.",
            revision: 4,
            settings: { ...SETTINGS, title: "Help", revision: 4 },
          },
          409,
        ),
      },
      act: `${type};click:Save`,
    },
    {
      name: "wrong address",
      path,
      answers: {
        ...ready,
        saveHelpSettings: answer(
          {
            code: "invalid_request",
            error: "Enter an address that begins with https://.",
            issues: [{ path: "links.0.url", message: "Enter an address that begins with https://." }],
          },
          400,
        ),
      },
      act: `${type};click:Save`,
    },
    { name: "loading", path, answers: { ...frame(), readHelpSettings: "hang" } },
    {
      name: "not read",
      path,
      answers: { ...frame(), readHelpSettings: refusal(503, "unavailable", "The database could not be reached.") },
    },
    { name: "offline", path, answers: { ...frame(), readHelpSettings: "offline" } },
    {
      name: "long text",
      path,
      answers: {
        ...frame("owner", LONG),
        readHelpSettings: settings({
          title: "N".repeat(100),
          description: "word ".repeat(80),
          address: `https://desk.example/help/${"n".repeat(90)}`,
          links: [{ label: "L".repeat(60), url: `https://northwind.example/${"p".repeat(300)}` }],
        }),
      },
    },
  ];
}

export const settingsStories = /* @__PURE__ */ (() => declare())();
