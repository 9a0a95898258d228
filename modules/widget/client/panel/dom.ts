// A minimal renderer: JSX compiles to `h`, and `makeRoot` updates part of the page to match. Components are functions without state of
// their own: all state is in the store (docs/decisions/0003-own-elements.md).

type Key = string | number;
/** The content of an element. `false`, `null` and `undefined` draw nothing but keep their position. */
export type Child = VNode | string | number | boolean | null | undefined | readonly Child[];
interface NodeOptions {
  /** Identifies an element among its siblings, also when it moves; by default its position does. */
  readonly key?: Key | undefined;
  /** Called when the element was added to the page; the returned function is called when it is removed. */
  readonly born?: ((element: never) => unknown) | undefined;
  /** Called after each drawing. */
  readonly drawn?: ((element: never) => unknown) | undefined;
}
interface VNode extends NodeOptions {
  readonly tag: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly children: readonly Child[];
}
type Attributes<E> = { readonly [K in Exclude<keyof E, "children">]?: E[K] | undefined } & {
  readonly children?: Child;
  readonly key?: Key;
  readonly born?: (element: E) => unknown;
  readonly drawn?: (element: E) => unknown;
  readonly class?: string;
} & { readonly [name: `${"aria" | "data"}-${string}`]: string | undefined };

// oxlint-disable-next-line typescript/no-namespace -- where TypeScript looks for the types of JSX
export declare namespace h {
  namespace JSX {
    type Element = Child;
    type ElementType = string | ((props: never) => Child);
    type IntrinsicElements = { readonly [T in keyof HTMLElementTagNameMap]: Attributes<HTMLElementTagNameMap[T]> } & {
      readonly svg: Attributes<HTMLElement> & { readonly viewBox: string };
      readonly path: { readonly d: string };
    };
    interface IntrinsicAttributes {
      readonly key?: Key;
    }
  }
}

/** Describes an element, or calls a component. */
export function h(tag: string | ((props: never) => Child), given: object | null, ...children: readonly Child[]): Child {
  if (typeof tag === "function") return tag((given ?? {}) as never);
  const { key, born, drawn, ...props } = (given ?? {}) as NodeOptions;
  return { tag, key, born, drawn, props, children };
}

/** A description with its node. The tag of text is empty. */
interface Shown {
  readonly tag: string;
  readonly key: Key;
  readonly props: VNode["props"];
  readonly node: Node;
  readonly below: readonly Shown[];
  left?: unknown;
}
/** Callbacks to run after the page was updated. */
type Callbacks = (() => void)[];

/** Returns a function that updates the content of an element to match a description. Nodes that stay are kept. */
export function makeRoot(root: Element): (child: Child) => void {
  let shown: readonly Shown[] = [];
  return (child) => {
    const due: Callbacks = [];
    shown = updateChildren(root, shown, [child], due);
    for (const it of due) it();
  };
}

const SVG = "http://www.w3.org/2000/svg";
const TEXT = { tag: "", props: {}, children: [] };

/** Flattens children, each with its key. */
const flat = (children: readonly Child[], path: string): [Key, VNode | string][] =>
  children.flatMap((child, i): [Key, VNode | string][] => {
    if (child === null || child === undefined || typeof child === "boolean") return [];
    const at = `${path}.${i}`;
    if (typeof child !== "object") return [[at, String(child)]];
    return "tag" in child ? [[child.key ?? at, child]] : flat(child, at);
  });

function updateChildren(parent: Node, old: readonly Shown[], children: readonly Child[], due: Callbacks): readonly Shown[] {
  const left = new Map(old.map((it) => [it.key, it]));
  const shown = flat(children, "").map(([key, child]) => {
    const was = left.get(key);
    const same = was?.tag === (typeof child === "string" ? "" : child.tag) ? was : undefined;
    if (same) left.delete(key);
    return updateNode(same, key, child, due);
  });
  for (const gone of left.values()) {
    unmount(gone);
    parent.removeChild(gone.node);
  }
  let at = parent.firstChild;
  for (const { node } of shown) {
    // A moved node loses the focus, so the others are moved instead.
    if (node !== at && node.contains((parent.getRootNode() as Document).activeElement))
      while (at && at !== node) {
        const other: ChildNode = at;
        at = at.nextSibling;
        parent.appendChild(other);
      }
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
  return shown;
}

function updateNode(was: Shown | undefined, key: Key, child: VNode | string, due: Callbacks): Shown {
  if (typeof child === "string") {
    const node = (was?.node ?? document.createTextNode(child)) as Text;
    if (node.data !== child) node.data = child;
    return { ...TEXT, key, node, below: [] };
  }
  const { tag, props, born, drawn } = child;
  const node = (was?.node ??
    (tag === "svg" || tag === "path" ? document.createElementNS(SVG, tag) : document.createElement(tag))) as Element;
  const below = updateChildren(node, was?.below ?? [], child.children, due);
  for (const name in { ...was?.props, ...props }) set(node, name, props[name], was?.props[name]);
  const shown: Shown = { tag, key, props, node, below, left: was?.left };
  if (!was && born) due.push(() => (shown.left = born(node as never)));
  if (drawn) due.push(() => drawn(node as never));
  return shown;
}

function set(element: Element, name: string, value: unknown, old: unknown): void {
  const own = element as unknown as Record<string, unknown>;
  // The visitor may have typed into the field since.
  if (value === (name === "value" ? own[name] : old)) return;
  if (name in element && element.namespaceURI !== SVG) own[name] = value ?? "";
  else if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

function unmount({ left, below }: Shown): void {
  if (typeof left === "function") left();
  below.forEach(unmount);
}
