// Cleans up HTML that other programs put on the clipboard.

/** Whether the copy is from a code editor: its HTML has only colours, so the plain text is what to paste. */
export const isFromCodeEditor = (types: readonly string[], html: string): boolean =>
  types.includes("vscode-editor-data") || /^\s*(?:<meta[^>]*>\s*)?<(?:div|pre)\b[^>]*style=["'][^"']*white-space:\s*pre\b/i.test(html);

const PARAGRAPH = /<p\b[^>]*\bmso-list:\s*l\d+\s+level(\d)[^>]*>([\s\S]*?)<\/p>/gi;
/** The marker before a list item, which is not part of its text. */
const SIGN = /<!(?:--)?\[if !supportLists\](?:--)?>([\s\S]*?)<!(?:--)?\[endif\](?:--)?>/i;

interface Item {
  readonly level: number;
  readonly ordered: boolean;
  readonly inside: string;
}
/** Converts Word's lists, which are paragraphs with the markers as text, to HTML lists. */
export function withLists(html: string): string {
  if (!/\bmso-list:/i.test(html)) return html;
  let out = "";
  let end = 0;
  let items: Item[] = [];
  const close = (): void => {
    out += asList(items);
    items = [];
  };
  for (const match of html.matchAll(PARAGRAPH)) {
    const between = html.slice(end, match.index);
    if (between.trim() !== "") {
      close();
      out += between;
    }
    const [, level = "1", inside = ""] = match;
    const sign = (SIGN.exec(inside)?.[1] ?? "").replaceAll(/<[^>]*>|&nbsp;|\s/g, "");
    items.push({ level: Number(level), ordered: /^\(?(?:\d+|[a-z]|[ivx]+)[.)]/i.test(sign), inside: inside.replace(SIGN, "") });
    end = match.index + match[0].length;
  }
  close();
  return out + html.slice(end);
}
function asList(items: readonly Item[]): string {
  let out = "";
  const open: string[] = [];
  for (const { level, ordered, inside } of items) {
    const depth = Math.min(Math.max(level, 1), open.length + 1, 9);
    const tag = ordered ? "ol" : "ul";
    while (open.length > depth) out += `</li></${open.pop()}>`;
    if (open.length === depth && open.at(-1) !== tag) out += `</li></${open.pop()}>`;
    else if (open.length === depth) out += "</li>";
    if (open.length < depth) {
      open.push(tag);
      out += `<${tag}>`;
    }
    out += `<li><p>${inside}</p>`;
  }
  while (open.length > 0) out += `</li></${open.pop()}>`;
  return out;
}

/** A declaration in an element's style attribute, parsed from its text, because the page's policy may disable the style itself. */
export function styleOf(element: Element, name: string): string {
  const found = new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`, "i").exec(element.getAttribute("style") ?? "");
  return found?.[1]?.trim().toLowerCase() ?? "";
}
export const isBold = (weight: string): boolean => weight === "bold" || weight === "bolder" || Number(weight) >= 600;
export const isPlain = (weight: string): boolean => weight === "normal" || (weight !== "" && Number(weight) < 600);

const BLOCKS = /^(?:P|DIV|UL|OL|LI|H[1-6]|BLOCKQUOTE|PRE|SECTION|ARTICLE|DL|DT|DD|TABLE|TBODY|THEAD|TR|TD|TH|BR)$/;
/** A cell's content in one paragraph, because Markdown's cells have one line. */
export function inOneLine(cell: Node): HTMLElement {
  const owner = cell.ownerDocument ?? document;
  const line = owner.createElement("p");
  const add = (nodes: Iterable<Node>): void => {
    for (const node of nodes) {
      if (!BLOCKS.test(node.nodeName)) line.append(node.cloneNode(true));
      else {
        add([...node.childNodes]);
        line.append(" ");
      }
    }
  };
  add([...cell.childNodes]);
  const whole = owner.createElement("div");
  whole.append(line);
  return whole;
}
