// Declares screens, slots and slot registrations: what a module adds to the shell.
import { type ComponentType, createElement, Fragment, type ReactNode } from "react";
import { LoadBoundary } from "./load-boundary.ts";
import type { DeclaredShortcut } from "./shortcuts.ts";
import type { Icon } from "./ui/icon.ts";
import type { MenuItem } from "./ui/menu-items.ts";

/** How the browser suite opens a screen: `answers` replaces the responses of the API, by route name. */
export interface ScreenState {
  readonly name: string;
  readonly path: string;
  readonly answers?: Readonly<Record<string, { readonly status: number; readonly body: unknown } | "hang" | "offline">>;
  /**
   * Steps after the screen is drawn, separated by `;`: `click:<name>`, `fill:<label>=<text>`, `press:<keys>`, by accessible names;
   * `see:<text>` waits for text that appears later.
   */
  readonly act?: string;
  /** With the composer's formatted field, for which the story waits; otherwise with the plain one, which is there at once. */
  readonly formatted?: true;
}

export interface Screen {
  readonly name: string;
  /** From the root, with `:name` and, as its last segment, an optional `:name?`. A change of the optional one does not remount the screen. */
  readonly path: string;
  readonly scope: "account" | "project";
  load(): Promise<{ default: ComponentType }>;
  /** Its placeholder until it is loaded, in the same shape; part of what every page loads. Without it a page of one column. */
  readonly pending?: ComponentType;
  /** An entry in the sidebar and the tab bar. `key`: the letter after `G`. */
  readonly nav?: {
    label(): string;
    readonly icon: Icon;
    readonly order: number;
    readonly key: string;
    /** The target of the entry, if the path has more parameters than the project. */
    to?(projectId: string): string;
    /** A hook that returns the count to show, 0 for none. */
    useBadge?(projectId: string): number;
  };
  /** One of several tabs of a section. `of`: the path segment after the project, which all its tabs share. */
  readonly tab?: { label(): string; readonly order: number; readonly of: string };
  /** A settings page, of the project or of the account, by `scope`. */
  readonly settings?: {
    label(): string;
    group(): string;
    readonly order: number;
    /** The lowest role that can change anything on it; others see the page with the reason why not. */
    readonly needs?: "admin" | "owner";
    /** Listed only for the installation's first owner; others who open its address see why they may not. */
    readonly firstOwner?: true;
  };
  readonly states: readonly ScreenState[];
}

/** Declares a screen as a value that router, navigation, palette and tests share. */
export const defineScreen = (screen: Screen): Screen => screen;

declare const propsOf: unique symbol;
/** A named place in a screen where higher modules put components. */
export interface SlotOf<P extends object> {
  readonly name: string;
  readonly [propsOf]?: (props: P) => void;
}
/** The props that a slot passes to its components. */
export type PropsOf<S> = S extends SlotOf<infer P> ? P : never;
/** Declares a slot. */
export const defineSlot = <P extends object>(name: string): SlotOf<P> => ({ name });

type InProject = { readonly projectId: string };
type WithContact = InProject & {
  readonly contact: {
    readonly id: string;
    readonly name: string | null;
    readonly email: string | null;
    readonly state: string;
    readonly emailVerified?: boolean;
    /** Values of the project's attributes by key. */
    readonly attributes?: Readonly<Record<string, string>> | undefined;
  };
};
export const contactAction = defineSlot<WithContact>("contactAction");
/** In the dialog that hides a contact: what else can be done. `onLeave` closes the dialog. */
export const contactDeleteNote = defineSlot<WithContact & { onLeave(): void }>("contactDeleteNote");
export const contactPanel = defineSlot<WithContact>("contactPanel");
export const threadEvent = defineSlot<InProject & { readonly event: { readonly kind: string } }>("threadEvent");
/** Below a message that began in the help center, and below messages of the team. */
export const messageMark = defineSlot<
  InProject & {
    readonly message: {
      readonly id: string;
      readonly content?: string;
      readonly authorRole?: string;
      readonly origin: {
        readonly help?:
          | { readonly read: readonly { readonly id: string; readonly title: string }[]; readonly searched: readonly string[] }
          | undefined;
      } | null;
    };
  }
>("messageMark");
export interface MailChoice {
  readonly to?: string | undefined;
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject?: string | undefined;
  /** Why no reply can be sent with this choice yet. */
  readonly problem?: string | undefined;
}
/** In the header of the inbox. */
export const inboxAction = defineSlot<InProject>("inboxAction");
/** In a conversation with mail: once in its header, above and below each stored message, and once above the composer. */
export const conversationMail = defineSlot<
  InProject & {
    readonly conversationId: string;
    readonly at: "header" | "above" | "below" | "composer";
    /** The message, above and below it. */
    readonly message?: {
      readonly id: string;
      readonly content: string;
      readonly origin: { readonly differentSender?: boolean | undefined } | null;
    };
    /** Changes with every event of the conversation. */
    readonly revision?: number;
    /** Recipients of the reply being written, for the slot above the composer; undefined: only the customer. */
    readonly choice?: MailChoice | undefined;
    onChoice?(choice: MailChoice | undefined): void;
  }
>("conversationMail");
/** A stored file, as messages have it. */
export interface ComposerFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly inline: boolean;
}
/** Why a reply should not be sent as it is. */
export interface SendWarning {
  /** The sentence that is shown above the composer, with a button that sends it anyway. */
  readonly says: string;
  /** The part of the text that it is about. */
  readonly select?: readonly [from: number, to: number];
}
/** Formatting of the text, by what it means. */
export type FormatName = "bold" | "italic" | "strike" | "code" | "bullets" | "numbers" | "quote" | "codeBlock";
/** A link of the text. */
export interface ComposerLink {
  readonly words: string;
  /** Empty: not a link yet. */
  readonly address: string;
}
/** The formatting of a field that shows it. */
export interface ComposerFormats {
  /** Whether the selection has it. */
  isOn(name: FormatName): boolean;
  toggle(name: FormatName): void;
  /** The link at the selection, or the words that would become one. */
  link(): ComposerLink;
  /** Makes the selection a link, or inserts one with these words; an empty address takes the link away. Whether it can be an address. */
  putLink(address: string, words: string): boolean;
  /** Calls back when the selection or what it has may have changed. Answers how to stop. */
  subscribe(listener: () => void): () => void;
}
/** What a tool reads and changes of the text that a member writes. The text is Markdown, whichever field shows it. */
export interface ComposerText {
  /** The element that is typed into; another one may take its place at any time. Null until it is drawn. */
  field(): HTMLElement | null;
  focus(): void;
  /** Undefined where the text is shown as Markdown source. */
  readonly formats: ComposerFormats | undefined;
  /** The text, and what of it is selected; both ends are equal if nothing is. By default that of the kind being written. */
  read(kind?: "reply" | "note"): { readonly text: string; readonly from: number; readonly to: number };
  /** Replaces all of the text and selects a part of it. The keyboard undoes it as it undoes typing, unless the kind changes with it. */
  write(text: string, options?: { readonly kind?: "reply" | "note"; readonly select?: readonly [from: number, to: number] }): void;
  /** Adds files that are being stored; sending waits for them. `fetch` answers them, and runs again if the member retries. */
  attach(expected: readonly Pick<ComposerFile, "name" | "type" | "size">[], fetch: () => Promise<readonly ComposerFile[]>): void;
  /** What the next reply does with the conversation, unless its member chooses otherwise; it is shown above the text. */
  intend(what: { readonly close: true } | { readonly snooze: { readonly until: string | null } }): void;
  /** Looks at every reply before it is sent; undefined lets it pass. Answers how to stop. */
  checkBeforeSending(check: (text: string) => SendWarning | undefined): () => void;
}
/** What is known of the customer of a conversation. */
export interface ComposerCustomer {
  readonly name: string | null;
  readonly email: string | null;
  readonly metadata: Readonly<Record<string, string | number | boolean | null>>;
  readonly subject: string | null;
}
export const composerTool = defineSlot<
  InProject & {
    readonly conversationId: string;
    readonly kind: "reply" | "note";
    insert(text: string): void;
    readonly composer: ComposerText;
    readonly customer: ComposerCustomer;
    /** Counts the texts that were sent: what a tool shows of one is over then. */
    readonly sent: number;
    /** An element above the composer for what a tool has to show; null until it is drawn. */
    readonly above: HTMLElement | null;
    /** An element between the text and the tools, for a bar of a tool; null until it is drawn. */
    readonly below: HTMLElement | null;
    /** Scrolls the thread to the message of this revision, which may be older than what is loaded. */
    showMessage(revision: number): void;
  }
>("composerTool");
/** Above the pages of the project's settings navigation: one line, for which there is room before it is loaded. */
export const settingsTop = defineSlot<InProject>("settingsTop");
/** Below the pages of the project's settings navigation. */
export const settingsPage = defineSlot<InProject>("settingsPage");
/** An entry of the command palette. */
export interface PaletteEntry {
  readonly value: string;
  readonly label: string;
  /** Shown behind the label. */
  readonly detail?: ReactNode;
  readonly icon: Icon;
  run(): void;
}
/**
 * Finds entries for what is typed into the command palette. Each source draws nothing, and calls `show` with its group: those that fit
 * already, because the palette does not filter them.
 */
export const paletteSource = defineSlot<
  InProject & { readonly query: string; show(group: string, entries: readonly PaletteEntry[]): void }
>("paletteSource");
/** Below the entries of the sidebar. */
export const nav = defineSlot<InProject>("nav");

/** In the sidebar, above its entries: one line, for which there is room before it is loaded. */
export const sidebarTop = defineSlot<InProject>("sidebarTop");

/**
 * What the menu of one's own name offers above the rest, in a project: draws nothing, but tells its items under a name of its own, again with
 * every change.
 */
export const personChoices = defineSlot<InProject & { onItems(of: string, items: readonly MenuItem[]): void }>("personChoices");

/** Beside the name of a member; `sidebar`: of one's own, which between 1024 and 1279 px has room for the picture only. */
export const memberMark = defineSlot<InProject & { readonly accountId: string; readonly at?: "sidebar" }>("memberMark");

export interface SlotRegistration {
  readonly slot: string;
  readonly order: number;
  readonly component: ComponentType<never>;
  /** Shortcuts that the component registers, for the help dialog of a screen that has not drawn it yet. */
  readonly shortcuts: readonly DeclaredShortcut[];
  /** Stories for the browser suite: states of the screen that contains it. */
  readonly states: readonly ScreenState[];
}
/** Puts a component into a slot. */
export const registerSlot = <P extends object>(
  slot: SlotOf<P>,
  {
    order,
    component,
    shortcuts = [],
    states = [],
  }: { order: number; component: ComponentType<P>; shortcuts?: readonly DeclaredShortcut[]; states?: readonly ScreenState[] },
): SlotRegistration => ({
  slot: slot.name,
  order,
  component: component as ComponentType<never>,
  shortcuts,
  states,
});

// By slot: every row of a list looks for those of its slots.
let registrations: ReadonlyMap<string, readonly SlotRegistration[]> = new Map();
const registrationsOf = (slot: SlotOf<never>): readonly SlotRegistration[] => registrations.get(slot.name) ?? [];
/** Sets the registrations of all modules; called once at start-up. */
export const setSlotRegistrations = (all: readonly SlotRegistration[]): void =>
  void (registrations = Map.groupBy(
    all.toSorted((a, b) => a.order - b.order),
    ({ slot }) => slot,
  ));

/** The shortcuts of the slot's registrations. */
export const shortcutsOf = (slot: SlotOf<never>): readonly DeclaredShortcut[] => registrationsOf(slot).flatMap((each) => each.shortcuts);

/** Renders the slot's registrations, in order. */
export function Slot<P extends object>({ of, ...props }: { of: SlotOf<P> } & P): ReactNode {
  return createElement(
    Fragment,
    null,
    registrationsOf(of as SlotOf<never>).map((each, index) =>
      // What one module has no code for takes nothing else along.
      createElement(LoadBoundary, { key: index }, createElement(each.component as ComponentType<object>, props)),
    ),
  );
}
