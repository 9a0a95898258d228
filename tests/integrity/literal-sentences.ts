// Finds sentences for people that stand in the server's code instead of the catalogue, where nobody can translate them.
import { parseAst } from "vite";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [part: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && typeof (value as Node).type === "string";
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const argumentsOf = (call: Node): Node[] => call["arguments"] as Node[];
const nameOf = (node: unknown): string => (isNode(node) ? String(node["name"] ?? node["value"] ?? "") : "");

/** Which argument of a refusal is its sentence. */
const SENTENCE: Readonly<Record<string, number>> = {
  conflict: 0,
  forbidden: 0,
  unauthenticated: 0,
  unsupportedType: 0,
  Refusal: 2,
  rateLimited: 2,
  notConfigured: 2,
  AdmissionEnded: 1,
  Trouble: 1,
};
/** They take it as a property: `refusal({ says })`, `invalidRequest([{ message }])`. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  refusal: ["says"],
  invalidRequest: ["message"],
  record: ["otherwise"],
  pageResponse: ["title"],
  field: ["label", "hint"],
};

/** Texts that the value may be. Not those that a call is given: a message has parameters. */
function textsIn(node: Node): Node[] {
  if (node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node["value"] === "string")) return [node];
  if (node.type === "ConditionalExpression") return [node["consequent"], node["alternate"]].filter(isNode).flatMap(textsIn);
  return node.type === "CallExpression" ? [] : childrenOf(node).flatMap(textsIn);
}
function propertiesIn(node: Node, name: string): Node[] {
  const own = node.type === "Property" && nameOf(node["key"]) === name ? [node["value"] as Node] : [];
  return [...own, ...childrenOf(node).flatMap((child) => propertiesIn(child, name))];
}

function literalsOf(node: Node): Node[] {
  if (node.type === "TaggedTemplateExpression") return nameOf(node["tag"]) === "html" && saysSomething(node["quasi"]) ? [node] : [];
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return [];
  const callee = node["callee"] as Node;
  const name = nameOf(callee);
  const at = SENTENCE[name];
  if (at !== undefined)
    return argumentsOf(node)
      .slice(at, at + 1)
      .flatMap(textsIn);
  const properties = NAMED[name];
  if (properties !== undefined)
    return argumentsOf(node)
      .flatMap((argument) => properties.flatMap((property) => propertiesIn(argument, property)))
      .flatMap(textsIn);
  // What a schema says of a wrong value: a sentence ends with a full stop, a fragment is for the developer of a client.
  if (callee.type === "MemberExpression" && nameOf(callee["object"]) === "v")
    return argumentsOf(node)
      .flatMap(textsIn)
      .filter((text) => lastText(text).endsWith("."));
  return [];
}
const quasisOf = (template: unknown): string[] =>
  isNode(template) ? (template["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked) : [];
const lastText = (text: Node): string => (text.type === "Literal" ? String(text["value"]) : (quasisOf(text).at(-1) ?? ""));
/** Words between tags, which begin with a capital; the product's name is the same in every language. */
const saysSomething = (template: unknown): boolean =>
  /\p{Lu}\p{Ll}/u.test(
    quasisOf(template)
      .join("\0")
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll("Seed Desk", ""),
  );

/** Messages that are read as the file is loaded, when it is not known yet in which language. */
function early(node: Node): Node[] {
  if (/Function/.test(node.type)) return [];
  const callee = node.type === "CallExpression" ? node["callee"] : undefined;
  const here = isNode(callee) && callee.type === "MemberExpression" && nameOf(callee["object"]) === "m" ? [node] : [];
  return [...here, ...childrenOf(node).flatMap(early)];
}
const all = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(all)];

/** The places, each as `line: the code there`. */
export function literalSentences(code: string): string[] {
  const tree: unknown = parseAst(code, { lang: "ts" });
  if (!isNode(tree)) return [];
  return [...all(tree).flatMap(literalsOf), ...early(tree)]
    .map(({ start }) => `${code.slice(0, start).split("\n").length}: ${code.slice(start).split("\n")[0] ?? ""}`)
    .sort();
}
