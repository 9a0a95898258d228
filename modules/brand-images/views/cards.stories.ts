// Stories of the screen of social cards.
import { answer, fixtureId, frame, LONG, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { CardSettings, SocialCard } from "../contract.ts";

// One function, so that production builds can drop everything in it.
function declare(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/help/social-cards`;
  const settings = (more: Partial<CardSettings> = {}) =>
    answer({ drawn: true, design: "color", color: null, widgetColor: "#3b5bdb", logo: null, revision: 1, open: true, ...more });
  // A picture in the story itself: the server that would have it is not here.
  const url =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1200' height='630'%3E%3Crect width='1200' height='630' fill='%233b5bdb'/%3E%3C/svg%3E";
  const card = (number: number, title: string, state: SocialCard["state"], more: object = {}) => ({
    ...{
      subject: fixtureId("art", number),
      locale: "en",
      title,
      name: "Acme help",
      look: "look",
      design: "light",
      color: "#3451d1",
      logo: null,
      state,
    },
    image: state === "missing" ? null : { url, width: 1200, height: 630, alt: title },
    ...more,
  });
  const cards = [
    card(0, "Acme help", "drawn", { subject: "start" }),
    card(1, "Returning a vase", "drawn"),
    card(2, "Where is my order?", "own"),
    card(3, "العودة إلى المتجر", "drawn", { locale: "ar" }),
  ];
  const listed = (items: readonly object[], next: string | null = null) => answer({ items, next });
  const filled = { ...frame(), readCardSettings: settings(), listSocialCards: listed(cards) };
  return [
    { name: "cards", path, answers: filled },
    { name: "more", path, answers: { ...filled, readCardSettings: settings({ drawn: false }), listSocialCards: listed(cards, "next") } },
    {
      name: "drawing",
      path,
      answers: { ...filled, listSocialCards: listed([card(4, "Paying later", "missing"), ...cards]), storeSocialCard: "hang" },
      act: "see:0 of 1",
    },
    {
      name: "drawing failed",
      path,
      answers: {
        ...filled,
        listSocialCards: listed([card(4, "Paying later", "outdated")]),
        storeSocialCard: refusal(503, "unavailable", "The database could not be reached."),
      },
      act: "see:Go on",
    },
    {
      name: "off",
      path,
      answers: { ...filled, readCardSettings: settings({ drawn: false }), listSocialCards: listed([card(5, "Fees", "missing")]) },
    },
    { name: "closed", path, answers: { ...filled, readCardSettings: settings({ open: false }), listSocialCards: listed([]) } },
    { name: "no article", path, answers: { ...filled, listSocialCards: listed([]) } },
    { name: "own colour", path, answers: { ...filled, readCardSettings: settings({ color: "#0b7285", design: "light" }) } },
    {
      name: "moved",
      path,
      answers: {
        ...filled,
        saveCardSettings: refusal(409, "conflict", "Somebody else has changed these settings. Reload to see them."),
      },
      act: "click:Draw cards from title and look;click:Save",
    },
    { name: "upload", path, answers: filled, act: "click:Actions for the card of “Returning a vase”;click:Upload an image" },
    {
      name: "upload without a file",
      path,
      answers: filled,
      act: "click:Actions for the card of “Returning a vase”;click:Upload an image;click:Upload",
    },
    { name: "remove", path, answers: filled, act: "click:Actions for the card of “Where is my order?”;click:Use a drawn card" },
    { name: "operator", path, answers: { ...filled, ...frame("operator") } },
    { name: "loading", path, answers: { ...frame(), readCardSettings: "hang", listSocialCards: "hang" } },
    { name: "list loading", path, answers: { ...filled, readCardSettings: settings({ drawn: false }), listSocialCards: "hang" } },
    {
      name: "error",
      path,
      answers: { ...filled, readCardSettings: refusal(503, "unavailable", "The database could not be reached.") },
      act: "see:Try again",
    },
    {
      name: "offline",
      path,
      answers: { ...filled, readCardSettings: settings({ drawn: false }), listSocialCards: "offline" },
      act: "see:Try again",
    },
    {
      name: "long text",
      path,
      answers: {
        ...filled,
        listSocialCards: listed([
          card(6, `${LONG}: ${LONG}, und was dabei zu beachten ist`, "own"),
          card(7, LONG.replaceAll(" ", ""), "drawn"),
        ]),
      },
    },
  ];
}
export const cardsStories = /* @__PURE__ */ (() => declare())();
