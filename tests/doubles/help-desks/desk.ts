// The sample help center that the doubles of all help desks serve, defined once in plain data.

export interface DeskText {
  title: string;
  html: string;
  draft?: boolean;
}
export interface DeskArticle extends DeskText {
  id: number;
  /** Indexes of its sections. */
  section: number;
  restricted?: boolean;
  labels?: string[];
  /** Names of files attached to it. */
  attachments?: string[];
  /** Translations into other languages than the first. */
  texts?: Record<string, DeskText>;
}
export interface SampleDesk {
  locales: string[];
  categories: { id: number; name: string; restricted?: boolean }[];
  sections: { id: number; category: number; name: string; names?: Record<string, string>; restricted?: boolean }[];
  articles: DeskArticle[];
}

/** Articles in two sections with links between them, pictures, a draft, a restricted one, and a second language. */
export function sampleDesk(articles = 8): SampleDesk {
  return {
    locales: ["en-us", "de"],
    categories: [{ id: 1, name: "Product" }],
    sections: [
      { id: 11, category: 1, name: "Getting started", names: { de: "Erste Schritte" } },
      { id: 12, category: 1, name: "Billing & invoices" },
    ],
    articles: Array.from({ length: articles }, (_, i) => articleNo(i + 1)),
  };
}

const IMAGES = "https://images.example.test";
function articleNo(n: number): DeskArticle {
  const next = 1000 + n + 1;
  return {
    id: 1000 + n,
    section: n % 2 === 0 ? 12 : 11,
    title: `How to do thing ${n}`,
    html: `<h1>Thing ${n}</h1><p>Do <strong>this</strong>, then see <a href="/hc/en-us/articles/${next}-How-to-do-thing-${n + 1}#more">the next thing</a>.</p><p><img src="${IMAGES}/pic-${n}.png" alt="Picture ${n}"></p>`,
    ...(n === 3 ? { draft: true } : {}),
    ...(n === 4 ? { restricted: true } : {}),
    ...(n === 1 ? { labels: ["setup", "first steps"] } : {}),
    ...(n === 2 ? { texts: { de: { title: "Wie man Ding 2 macht", html: "<p>So wird es gemacht.</p>" } } } : {}),
  };
}

export interface DeskRequest {
  readonly desk: SampleDesk;
  readonly url: URL;
  /** Maximum page size, whatever is asked for. */
  readonly most: number;
}
