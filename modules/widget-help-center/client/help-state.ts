// State of the help search in the panel: query, opened articles, and what is passed on to a conversation. Nothing is stored in the browser.
import { call, failureOf, HELP, NEW, type PanelController, refused, uuid } from "#modules/widget/client";
import type { HelpArticle, HelpHit, HelpHome, HelpSearchResults } from "../contract.ts";
import { helpPaths } from "./paths.ts";

/** Milliseconds after the last keystroke. */
const PAUSE = 200;
/** Milliseconds without typing after which a search counts as settled. */
const SETTLED = 4000;
const MOST_READ = 10;
const MOST_SEARCHED = 5;
const MAX_QUERY = 200;

/** Something that is loading; `error`: why it could not be loaded. */
export interface Loaded<T> {
  readonly it?: T;
  readonly error?: string;
}
interface Results {
  readonly query: string;
  readonly items: readonly HelpHit[];
  readonly readAs: string | null;
  readonly fits: boolean;
}
/** The reader's feedback on an article. */
export interface Answer {
  readonly clientId: string;
  readonly helpful: boolean;
  readonly sent: "sending" | "sent" | "failed";
  /** Whether a comment was sent too. */
  readonly explained: boolean;
}
interface Read {
  readonly id: string;
  readonly title: string;
}

/** The page's language as a tag that the server accepts: language, script and region. */
export function pageLocale(lang = document.documentElement.lang || navigator.language): string | undefined {
  const [, language, script, region] = /^([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}))?(?:-|$)/i.exec(lang) ?? [];
  if (!language) return undefined;
  return [language.toLowerCase(), script && script.charAt(0).toUpperCase() + script.slice(1).toLowerCase(), region?.toUpperCase()]
    .filter(Boolean)
    .join("-");
}

export type Help = ReturnType<typeof makeHelp>;
let made: { readonly of: PanelController; readonly it: Help } | undefined;
/** The help state of a panel, shared by all of its parts. */
export const helpOf = (controller: PanelController): Help =>
  (made = made?.of === controller ? made : { of: controller, it: makeHelp(controller) }).it;

function makeHelp(controller: PanelController) {
  const { engine, store } = controller;
  const { key, origin } = engine;
  const visit = uuid();
  const draw = () => store.set({});
  const words = (caught: unknown): string => failureOf(caught, controller.explain).error;

  let home: Loaded<HelpHome> | undefined;
  let closed = false;
  let query = "";
  let results: Results | undefined;
  let failed: string | undefined;
  let looking = false;
  let asked = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let settle: ReturnType<typeof setTimeout> | undefined;
  let last: Results | undefined;
  const noted = new Set<string>();
  /** Articles from the first one opened to the visible one. */
  let trail: readonly string[] = [];
  const articles = new Map<string, Loaded<HelpArticle>>();
  const answers = new Map<string, Answer>();
  let read: readonly Read[] = [];
  let searched: readonly string[] = [];
  let conversations = store.get().list.length;

  async function loadHome() {
    home = {};
    draw();
    try {
      home = { it: await call<HelpHome>(origin + helpPaths.home(key, pageLocale())) };
    } catch (caught) {
      // The help center was closed since the page loaded: the panel continues without help.
      closed = refused(caught, 404);
      home = { error: words(caught) };
    }
    draw();
  }

  async function look() {
    const mine = ++asked;
    const wanted = query.trim().slice(0, MAX_QUERY);
    if (!wanted) return;
    looking = true;
    draw();
    try {
      const { items, readAs, fits } = await call<HelpSearchResults>(origin + helpPaths.search(key, pageLocale(), wanted));
      if (mine !== asked) return;
      results = { query: wanted, items, readAs, fits };
      // Deleting characters is not a new search.
      if (!last?.query.startsWith(wanted)) last = results;
      failed = undefined;
      settle = setTimeout(settled, SETTLED);
    } catch (caught) {
      if (mine !== asked) return;
      failed = words(caught);
    }
    looking = false;
    draw();
  }

  /** Reports a settled search to the server, once, with the article opened from it. */
  function settled(opened?: string) {
    clearTimeout(settle);
    const it = last;
    if (!it) return;
    searched = [...searched.filter((one) => one.toLowerCase() !== it.query.toLowerCase()), it.query].slice(-MOST_SEARCHED);
    const name = it.query.toLowerCase() + (opened ? " opened" : "");
    if (noted.has(name)) return;
    noted.add(name);
    const locale = home?.it?.locale ?? pageLocale() ?? "en";
    const body = {
      key,
      visit,
      locale,
      query: it.query,
      results: it.items.length,
      ...(opened ? { opened } : {}),
      ...(it.fits ? {} : { nearest: it.items[0]?.articleId }),
    };
    // The reader is not told whether it was recorded.
    call(origin + helpPaths.searches, undefined, body).catch(() => 0);
  }

  async function load(id: string) {
    if (articles.get(id)?.it) return;
    articles.set(id, {});
    draw();
    try {
      const it = await call<HelpArticle>(origin + helpPaths.article(id, key, pageLocale()));
      articles.set(id, { it });
      read = [...read.filter((one) => one.id !== it.articleId), { id: it.articleId, title: it.title }].slice(-MOST_READ);
    } catch (caught) {
      articles.set(id, { error: refused(caught, 404) || refused(caught, 400) ? "" : words(caught) });
    }
    draw();
  }

  function open(id: string) {
    trail = [...trail, id].slice(-30);
    void load(id);
    draw();
  }

  async function answer(id: string, helpful: boolean, comment?: string) {
    const article = articles.get(id)?.it;
    if (!article) return;
    const clientId = answers.get(id)?.clientId ?? uuid();
    const explained = comment !== undefined;
    answers.set(id, { clientId, helpful, sent: "sending", explained });
    draw();
    const body = { key, clientId, articleId: id, locale: article.locale, helpful, ...(comment ? { comment: comment.slice(0, 1000) } : {}) };
    const sent = await call(origin + helpPaths.feedback, undefined, body).then(
      () => "sent" as const,
      () => "failed" as const,
    );
    // A comment that could not be sent is requested again.
    answers.set(id, { clientId, helpful, sent, explained: explained && sent === "sent" });
    draw();
  }

  // What was passed on to one conversation is not passed on to the next.
  store.subscribe(() => {
    const { list, help, threads } = store.get();
    if (list.length > conversations && help && !threads[NEW]?.outgoing.length) {
      read = searched = [];
      last = undefined;
      conversations = list.length;
      store.set({ help: undefined });
    }
    conversations = list.length;
  });

  return {
    home: () => {
      if (!home) void loadHome();
      return home ?? {};
    },
    reload: () => void loadHome(),
    closed: () => closed,
    query: () => query,
    results: () => results,
    looking: () => looking,
    failed: () => failed,
    article: (id: string): Loaded<HelpArticle> => articles.get(id) ?? {},
    reading: () => trail.at(-1),
    answerOf: (id: string) => answers.get(id),
    carries: () => ({ read, searched }),

    type(text: string) {
      query = text.slice(0, MAX_QUERY);
      clearTimeout(pause);
      clearTimeout(settle);
      asked++;
      // A new query settles the previous one.
      const goesOn = last && (query.startsWith(last.query) || last.query.startsWith(query.trim()));
      if (!goesOn) settled();
      failed = undefined;
      if (query.trim()) pause = setTimeout(look, PAUSE);
      else {
        settled();
        results = last = undefined;
        looking = false;
      }
      draw();
    },
    look: () => void look(),
    open(id: string, fromSearch = false) {
      if (fromSearch) settled(id);
      open(id);
    },
    again: (id: string) => {
      articles.delete(id);
      void load(id);
    },
    back() {
      trail = trail.slice(0, -1);
      draw();
    },
    answer,
    /** Starts a conversation that takes along what was read and searched. */
    ask() {
      if (results && query.trim()) settled();
      const locale = home?.it?.locale ?? pageLocale() ?? "en";
      const feedback = [...answers.values()].map(({ clientId }) => clientId).slice(-MOST_READ);
      const help = read.length + searched.length > 0 ? { visit, locale, read: read.map(({ id }) => id), searched, feedback } : undefined;
      store.set({ help });
      controller.show(NEW);
    },
    keepBack: () => store.set({ help: undefined }),
    /** Calls from the page: open the search, search for a text, or show an article. */
    show(what: { article?: string; text?: string }) {
      trail = [];
      if (what.text !== undefined) {
        query = what.text.slice(0, MAX_QUERY);
        results = undefined;
        void look();
      }
      if (what.article) open(what.article);
      controller.show(HELP);
    },
  };
}
