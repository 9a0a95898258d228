/** @jsxRuntime classic */
/** @jsx h */
// Renders an article's tree from the server as elements, node by node, without any HTML sink.
import type { ArticleNode } from "#kernel/rich-text/article.ts";
import { safeHref } from "#kernel/rich-text/tree.ts";
import { type Child, drawInSight, h, panelPaths } from "#modules/widget/client";
import type { SayHelp } from "./texts.ts";

export interface Surroundings {
  readonly origin: string;
  readonly say: SayHelp;
  /** URLs that lead to other articles of the help center. */
  readonly links: Readonly<Record<string, string>>;
  open(articleId: string): void;
}

type Alignment = readonly ("left" | "center" | "right" | null)[];

const HEADINGS = { 2: "h4", 3: "h5" } as const;
const BLOCKS = { strong: "strong", em: "em", del: "del", quote: "blockquote" } as const;
/** Paths on our own origin are stored without it; on the website they need it. */
const whole = (origin: string, href: string) => (href.startsWith("/") ? origin + href : (safeHref(href) ?? ""));

const pictureOf = async (origin: string, id: string): Promise<Blob> => {
  const response = await fetch(origin + panelPaths.file(id), { credentials: "omit" });
  if (!response.ok) throw new Error(String(response.status));
  return response.blob();
};

/** Renders an article's tree. */
export function articleNodes(tree: readonly ArticleNode[], around: Surroundings): Child[] {
  const { origin, links, say } = around;
  const all = (nodes: readonly ArticleNode[]): Child[] => nodes.map(one);
  const cells = (tag: "th" | "td", row: readonly (readonly ArticleNode[])[], align: Alignment = []) => (
    <tr>{row.map((cell, i) => h(tag, { class: align[i] ?? "" }, all(cell)))}</tr>
  );

  function link(node: Extract<ArticleNode, { type: "link" }>): Child {
    const article = links[node.href];
    if (node.href.startsWith("#"))
      return (
        <a
          href={node.href}
          onclick={(event: Event) => {
            event.preventDefault();
            const root = (event.currentTarget as HTMLElement).getRootNode() as ShadowRoot;
            root.getElementById(`h-${decodeURIComponent(node.href.slice(1))}`)?.scrollIntoView();
          }}
        >
          {all(node.children)}
        </a>
      );
    const onclick = (event: MouseEvent) => {
      if (!article || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      around.open(article);
    };
    return (
      <a href={whole(origin, node.href)} target="_blank" rel="noopener noreferrer nofollow" onclick={onclick}>
        {all(node.children)}
      </a>
    );
  }

  function one(node: ArticleNode): Child {
    switch (node.type) {
      case "text":
        return node.text;
      case "br":
        return <br />;
      case "hr":
        return <hr />;
      case "code":
        return <code>{node.text}</code>;
      case "codeblock":
        return (
          <pre dir="ltr" tabIndex={0}>
            <code>{node.text}</code>
          </pre>
        );
      case "paragraph":
        return <p dir="auto">{all(node.children)}</p>;
      case "heading":
        return h(HEADINGS[node.level as 2] ?? "h6", { id: `h-${node.id}`, dir: "auto" }, all(node.children));
      case "list":
        return node.ordered ? <ol start={node.start}>{all(node.children)}</ol> : <ul>{all(node.children)}</ul>;
      case "table":
        return (
          <div class="table" tabIndex={0}>
            <table>
              <thead>{cells("th", node.head, node.align)}</thead>
              <tbody>{node.rows.map((row) => cells("td", row, node.align))}</tbody>
            </table>
          </div>
        );
      case "callout":
        return (
          <div class={`call ${node.kind}`} role="note">
            <b>{say(`article_${node.kind}`)}</b>
            {all(node.children)}
          </div>
        );
      case "image":
        return (
          <canvas
            key={node.file}
            class="shot wait"
            role="img"
            aria-label={node.alt || say("article_picture")}
            born={(canvas: HTMLCanvasElement) => drawInSight(canvas, () => pictureOf(origin, node.file), 600)}
          />
        );
      case "embed":
        return (
          <p>
            <a class="embed" href={node.href} target="_blank" rel="noopener noreferrer nofollow">
              {say("article_video", { host: node.host })}
            </a>
          </p>
        );
      case "item":
        return node.done === undefined ? (
          <li>{all(node.children)}</li>
        ) : (
          <li class="task">
            <span class="box" role="img" aria-label={say(node.done ? "article_done" : "article_open")}>
              {node.done ? "✓" : ""}
            </span>
            {all(node.children)}
          </li>
        );
      case "link":
        return link(node);
      default:
        return h(BLOCKS[node.type], null, all(node.children));
    }
  }
  return all(tree);
}

export const articleStyle = `.art>*+*{margin-block-start:12px}
.art{overflow-wrap:anywhere;font-size:15px;line-height:23px}
.art :is(h4,h5,h6){font-weight:600;line-height:1.3;margin-block-start:20px}
.art h4{font-size:17px}
.art :is(h5,h6){font-size:15px}
.art a{color:var(--link);text-decoration:underline;text-underline-offset:2px}
.art :is(ul,ol){padding-inline-start:22px}
.art ul{list-style:disc}
.art ol{list-style:decimal}
.art li+li,.art li>*+*{margin-block-start:4px}
.art code{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--sub);border-radius:4px;padding:1px 4px}
.art pre{overflow-x:auto;white-space:pre;background:var(--sub);border-radius:10px;padding:10px 12px;scrollbar-width:thin}
.art pre code{background:none;padding:0}
.art blockquote{border-inline-start:3px solid var(--ctl);padding-inline-start:12px;color:var(--mut)}
.art hr{border:0;border-block-start:1px solid var(--line)}
.art .task{list-style:none;position:relative}
.art .box{position:absolute;inset-inline-start:-22px;inset-block-start:4px;inline-size:15px;block-size:15px;border:1px solid var(--ctl);border-radius:4px;color:var(--link);display:grid;place-items:center;padding:0;box-shadow:none;font-size:11px;line-height:1}
.art .table{overflow-x:auto}
.art table{border-collapse:collapse;font-size:14px;line-height:20px}
.art :is(th,td){border:1px solid var(--line);padding:6px 10px;text-align:start;vertical-align:top;overflow-wrap:normal}
.art th{background:var(--sub);font-weight:600}
.art .left{text-align:left}
.art .center{text-align:center}
.art .right{text-align:right}
.call{padding:10px 12px;border-radius:10px;background:var(--sub);border-inline-start:3px solid var(--ctl)}
.call b{display:block;font-size:13px;line-height:18px;margin-block-end:2px}
.call>*+*+*{margin-block-start:8px}
.call:is(.tip,.important){border-color:var(--link)}
.call:is(.tip,.important) b{color:var(--link)}
.call:is(.warning,.caution){background:var(--warns);border-color:var(--warn)}
.call:is(.warning,.caution) b{color:var(--warn)}
.call.caution{background:var(--bads);border-color:var(--bad)}
.call.caution b{color:var(--bad)}
.shot{display:block;max-width:100%;border-radius:10px;box-shadow:0 0 0 1px var(--line)}
.shot.wait{width:100%;height:160px;background:var(--sub)}
.embed{display:block;padding:12px 14px;border-radius:10px;box-shadow:inset 0 0 0 1px var(--ctl);font-weight:500}
@media(forced-colors:active){.call,.embed,.shot{border:1px solid}}`;
