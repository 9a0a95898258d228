// Finds words for people that stand in the code of a screen instead of the catalogue: between tags, and in the attributes that are read out
// or shown.
import { parseAst } from "vite";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [part: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && typeof (value as Node).type === "string";
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const nameOf = (node: unknown): string => (isNode(node) ? String(node["name"] ?? "") : "");

/** Attributes and properties of components that people read. */
const SHOWN = new Set([
  ...["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "aria-placeholder", "title", "placeholder", "alt"],
  ...["label", "lead", "hint", "tooltip", "heading", "description", "body", "confirm", "action", "summary"],
]);
/** Two letters in a row make a word; codes and addresses have marks within, or no small letter. */
const isSentence = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !/^[\p{Lu}\d_\s.–-]+$/u.test(text) && !/^\S*[@/\\<>=_:#.]\S*$/u.test(text.trim());

/** The literal texts that an expression may be; not those that a call is given, nor what it is compared with. */
function textsIn(node: Node): Node[] {
  if (node.type === "Literal") return typeof node["value"] === "string" ? [node] : [];
  if (node.type === "TemplateLiteral") return [node];
  if (node.type === "ConditionalExpression") return [node["consequent"], node["alternate"]].filter(isNode).flatMap(textsIn);
  if (node.type === "LogicalExpression") return [node["left"], node["right"]].filter(isNode).flatMap(textsIn);
  if (node.type === "JSXExpressionContainer" || node.type === "ParenthesizedExpression")
    return [node["expression"]].filter(isNode).flatMap(textsIn);
  return [];
}
const wordsOf = (text: Node): string =>
  text.type === "TemplateLiteral"
    ? (text["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(" ")
    : String(text["value"]);

function found(node: Node): Node[] {
  if (node.type === "JSXText") return isSentence(String(node["value"])) ? [node] : [];
  if (node.type === "JSXAttribute")
    return SHOWN.has(nameOf(node["name"])) && isNode(node["value"])
      ? textsIn(node["value"]).filter((text) => isSentence(wordsOf(text)))
      : [];
  if (node.type === "JSXElement" || node.type === "JSXFragment")
    return (node["children"] as Node[])
      .filter(({ type }) => type === "JSXExpressionContainer")
      .flatMap(textsIn)
      .filter((text) => isSentence(wordsOf(text)));
  // What a toast or a refusal in the browser says.
  if (node.type === "CallExpression" && ["toast", "confirm", "alert"].includes(nameOf(node["callee"])))
    return (node["arguments"] as Node[])
      .flatMap((argument) => (argument.type === "ObjectExpression" ? (argument["properties"] as Node[]) : []))
      .filter((property) => ["title", "body"].includes(nameOf(property["key"])))
      .flatMap((property) => (isNode(property["value"]) ? textsIn(property["value"]) : []))
      .filter((text) => isSentence(wordsOf(text)));
  return [];
}
const all = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(all)];

/** The places, each as `line: the code there`. */
export function screenSentences(code: string): string[] {
  const tree: unknown = parseAst(code, { lang: "tsx" });
  if (!isNode(tree)) return [];
  return all(tree)
    .flatMap(found)
    .map(({ start }) => {
      const at = start + (/^\s*/.exec(code.slice(start))?.[0].length ?? 0);
      return `${code.slice(0, at).split("\n").length}: ${code.slice(at).split("\n")[0] ?? ""}`;
    });
}
