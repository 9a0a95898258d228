/** @jsxRuntime classic */
/** @jsx h */
// The panel's first view while the help center is open: search, first articles, and the opened article.
import type { ArticleNode } from "#kernel/rich-text/article.ts";
import { type Child, drawing, h, Icon, MessagesSkeleton, type PanelController } from "#modules/widget/client";
import type { HelpArticle, HelpArticleSummary, HelpHit } from "../contract.ts";
import { articleNodes, articleStyle } from "./article-nodes.tsx";
import { type Help, helpOf } from "./help-state.ts";
import { sayIn, type SayHelp } from "./texts.ts";

interface Drawn {
  readonly controller: PanelController;
  readonly help: Help;
  readonly say: SayHelp;
}
/** Arrow keys move between the field and the results. */
function onArrows(event: KeyboardEvent): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const box = event.currentTarget as HTMLElement;
  const stops = [...box.querySelectorAll<HTMLElement>("input,.hit")];
  const now = stops.indexOf((box.getRootNode() as ShadowRoot).activeElement as HTMLElement);
  const next = stops[now + (event.key === "ArrowDown" ? 1 : -1)];
  if (now < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

const Line = ({
  article,
  quote,
  open,
}: {
  article: Pick<HelpArticleSummary, "articleId" | "locale" | "title">;
  quote: string;
  open: () => void;
}): Child => (
  <li key={article.articleId}>
    <button type="button" class="row hit" onclick={open}>
      <span class="grow" lang={article.locale} dir="auto">
        <b>{article.title}</b>
        {quote && <span class="said">{quote}</span>}
      </span>
      {drawing("next", "M9 6l6 6-6 6")}
    </button>
  </li>
);

const Failed = ({ controller, error, again }: { controller: PanelController; error: string; again: () => void }): Child => (
  <p class="mid note" role="alert">
    {error}{" "}
    <button type="button" class="link" onclick={again}>
      {controller.text("retry")}
    </button>
  </p>
);

function Search({ controller, help, say, conversations }: Drawn & { conversations: Child }) {
  const query = help.query();
  const home = help.home();
  const failed = help.failed();
  // Results of an earlier query are not shown for this one.
  const results = query.trim() && !failed ? help.results() : undefined;
  const hit = (found: HelpHit): Child => (
    <Line article={found} quote={found.quote || found.heading} open={() => help.open(found.articleId, true)} />
  );
  return (
    <div class="log home" key="search" onkeydown={onArrows}>
      <form class="find" role="search" onsubmit={(event: Event) => event.preventDefault()}>
        <Icon name="find" />
        <input
          type="search"
          dir="auto"
          data-compose=""
          maxLength={200}
          enterKeyHint="search"
          autocomplete="off"
          aria-label={controller.text("searchHelp")}
          placeholder={say("hint")}
          value={query}
          oninput={(event: Event) => help.type((event.currentTarget as HTMLInputElement).value)}
        />
        {query && (
          <button
            type="button"
            class="icon small"
            aria-label={say("clear")}
            onclick={(event: Event) => {
              const field = (event.currentTarget as HTMLElement).parentElement?.querySelector("input");
              help.type("");
              field?.focus();
            }}
          >
            <Icon name="close" />
          </button>
        )}
      </form>
      <p
        class={results && (results.items.length === 0 || results.readAs || !results.fits) && !help.looking() ? "note none" : "sr"}
        role="status"
      >
        {!query.trim()
          ? ""
          : help.looking()
            ? say("searching")
            : results
              ? results.items.length === 0
                ? say("none", { query: results.query })
                : !results.fits
                  ? say("maybe")
                  : results.readAs
                    ? say("readAs", { query: results.readAs })
                    : say("found", { count: results.items.length })
              : ""}
      </p>
      {failed && <Failed controller={controller} error={failed} again={help.look} />}
      {query.trim() ? (
        results ? (
          <ul key="found" class={help.looking() ? "old" : ""} aria-label={say("results")}>
            {results.items.map(hit)}
          </ul>
        ) : (
          !failed && <MessagesSkeleton />
        )
      ) : (
        [
          home.error && <Failed controller={controller} error={home.error} again={help.reload} />,
          !home.error && !home.it && <MessagesSkeleton />,
          home.it && home.it.articles.length > 0 && (
            <section key="first">
              <h3>{say("articles")}</h3>
              <ul>
                {home.it.articles.map((article) => (
                  <Line article={article} quote={article.summary} open={() => help.open(article.articleId)} />
                ))}
              </ul>
            </section>
          ),
          conversations,
        ]
      )}
    </div>
  );
}

function Feedback({ controller, help, say, article }: Drawn & { article: HelpArticle }) {
  const id = article.articleId;
  const given = help.answerOf(id);
  const choice = (helpful: boolean): Child => (
    <button
      type="button"
      class="pill"
      aria-pressed={String(given?.helpful === helpful)}
      onclick={() => given?.helpful !== helpful && void help.answer(id, helpful)}
    >
      {say(helpful ? "yes" : "no")}
    </button>
  );
  const asks = given && !given.helpful && !given.explained;
  return (
    <section class="rate" key={`rate-${id}`}>
      <div class="acts" role="group" aria-label={say("helpful")}>
        <span aria-hidden="true">{say("helpful")}</span>
        {choice(true)}
        {choice(false)}
      </div>
      <p class={given?.sent === "failed" ? "hint" : "note"} role="status">
        {given?.sent === "failed" ? say("notKept") : given?.sent === "sent" && !asks ? say("thanks") : ""}
      </p>
      {asks && (
        <form
          key="why"
          onsubmit={(event: Event) => {
            event.preventDefault();
            const comment = (event.currentTarget as HTMLFormElement).querySelector("textarea")?.value.trim();
            if (comment) void help.answer(id, false, comment);
          }}
        >
          <label>
            {say("why")}
            <textarea rows={3} maxLength={1000} dir="auto" />
          </label>
          <button class="pill" type="submit">
            {controller.text("send")}
          </button>
        </form>
      )}
    </section>
  );
}

function Article({ controller, help, say, id }: Drawn & { id: string }) {
  const { origin } = controller.engine;
  const { it, error } = help.article(id);
  // The pressed button disappears with its view, so the focus moves to the title, where screen readers continue.
  const arrive = (title: HTMLElement) => void requestAnimationFrame(() => title.focus({ preventScroll: true }));
  return (
    <div class="log read" key={`article-${id}`} aria-busy={String(!it && error === undefined)}>
      <nav class="bar" aria-label={say("article")}>
        <button type="button" class="link" onclick={help.back}>
          <Icon name="back" />
          {say("back")}
        </button>
        {it && (
          <a class="link" href={origin + it.path} target="_blank" rel="noopener">
            {say("newTab")}
          </a>
        )}
      </nav>
      {error !== undefined &&
        (error ? (
          <Failed controller={controller} error={error} again={() => help.again(id)} />
        ) : (
          <p class="mid note" role="alert">
            {say("gone")}
          </p>
        ))}
      {!it &&
        error === undefined && [
          <p class="sr" role="status">
            {say("loading")}
          </p>,
          <MessagesSkeleton />,
        ]}
      {it && (
        <article class="art" key="text">
          {it.foreign && <p class="strip">{say("foreign")}</p>}
          <h3 class="title" tabIndex={-1} lang={it.locale} dir="auto" born={arrive}>
            {it.title}
          </h3>
          <div lang={it.locale} class="art">
            {articleNodes(it.tree as ArticleNode[], { origin, links: it.links, say, open: (next) => help.open(next) })}
          </div>
        </article>
      )}
      {it && <Feedback controller={controller} help={help} say={say} article={it} />}
    </div>
  );
}

/** The content above the panel's footer: the search with `conversations` below it, or an article. */
export function HelpView({ controller, conversations }: { controller: PanelController; conversations: Child }): Child {
  const help = helpOf(controller);
  const say = sayIn(controller);
  const id = help.reading();
  if (!say) {
    // The first articles are fetched beside the texts, not after them.
    if (!id) help.home();
    return (
      <div class="log home" key="texts">
        <MessagesSkeleton />
      </div>
    );
  }
  return id ? (
    <Article controller={controller} help={help} say={say} id={id} />
  ) : (
    <Search controller={controller} help={help} say={say} conversations={conversations} />
  );
}

export const style = `.find{position:sticky;inset-block-start:0;z-index:1;display:flex;align-items:center;gap:6px;margin:0 4px 8px;padding-inline:10px 4px;min-height:44px;border-radius:12px;background:var(--bg);box-shadow:inset 0 0 0 1px var(--ctl),0 0 0 8px var(--bg)}
.find:focus-within{box-shadow:inset 0 0 0 2px var(--link),0 0 0 8px var(--bg)}
.find input{flex:1;min-width:0;font:inherit;font-size:16px;color:inherit;background:none;border:0;outline:0;padding:8px 2px;appearance:none}
.find input::placeholder{color:var(--mut);opacity:1}
.find input::-webkit-search-cancel-button{display:none}
.i-find{width:18px;height:18px;flex:none;color:var(--mut)}
.log:has(.find){scroll-padding-block-start:60px}
.home h3{font-size:13px;line-height:18px;font-weight:600;color:var(--mut);padding:12px 12px 4px}
.hit b{display:block;font-weight:600;font-size:15px;line-height:20px}
.hit .said{color:var(--mut);font-size:13px;line-height:18px}
.old{opacity:.6}
.none{padding:16px 12px;font-size:14px;line-height:20px}
.read{padding-block-start:8px}
.bar{display:flex;justify-content:space-between;gap:8px;margin-inline:-4px;margin-block-end:8px}
.bar .link{display:inline-flex;align-items:center;gap:4px;min-height:32px;font-size:13px;text-decoration:none}
.bar .link:hover{text-decoration:underline}
.bar svg{width:16px;height:16px}
.title{font-size:20px;line-height:26px;font-weight:650;outline-offset:4px}
.title:focus{outline:0}
.art .strip{border-radius:8px;border:0}
.rate{margin-block-start:24px;padding-block-start:16px;border-block-start:1px solid var(--line)}
.rate .acts{align-items:center;flex-wrap:wrap;font-weight:500}
.rate .pill{min-height:32px;min-width:56px;justify-content:center}
.rate .pill[aria-pressed=true]{background:var(--accent);color:var(--on);box-shadow:none}
.rate>p{margin-block-start:8px;font-size:13px}
.rate form{display:grid;gap:8px;justify-items:start}
.rate label{display:grid;gap:4px;width:100%;font-size:13px;color:var(--mut)}
.rate textarea{color:var(--fg);border-radius:10px;box-shadow:inset 0 0 0 1px var(--ctl);padding:8px 10px}
.rate textarea:focus-visible{box-shadow:inset 0 0 0 2px var(--link)}
@media(pointer:coarse){.rate .pill,.bar .link{min-height:44px}}
@media(forced-colors:active){.find,.rate textarea{border:1px solid}.find:focus-within{outline:2px solid Highlight}}
${articleStyle}`;
