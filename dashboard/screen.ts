// What a module registers with the shell: its screens, and components for the slots of lower modules' screens.
import { type ComponentType, createElement, Fragment, type ReactNode } from "react";
import type { Icon } from "./ui/icon.ts";

/** How the browser suite opens a screen: `answers` replaces what the API says, by route name. */
export interface ScreenState {
  readonly name: string;
  readonly path: string;
  readonly answers?: Readonly<Record<string, { readonly status: number; readonly body: unknown } | "hang" | "offline">>;
  /**
   * What to do after it is drawn: `click:<name>`, `fill:<label>=<text>`, `press:<keys>`, by accessible names, and `see:<text>` waits
   * for what comes late; several with `;`.
   */
  readonly act?: string;
}

export interface Screen {
  readonly name: string;
  /** From the root, with `:name` and, as its last part, an optional `:name?`, which does not draw the screen anew when it changes. */
  readonly path: string;
  readonly scope: "account" | "project";
  load(): Promise<{ default: ComponentType }>;
  /** A place in the sidebar and the tab bar. `key` = the letter after `G`. */
  readonly nav?: {
    label(): string;
    readonly icon: Icon;
    readonly order: number;
    readonly key: string;
    /** Where the item leads, when the path has more parameters than the project. */
    to?(projectId: string): string;
    /** A hook that answers a count to show, 0 for none. */
    useBadge?(projectId: string): number;
  };
  /** One of several screens under one place: `of` = the part of the address after the project, which all of them share. */
  readonly tab?: { label(): string; readonly order: number; readonly of: string };
  /** A page of the settings: of the project, or of the account for that scope. */
  readonly settings?: {
    label(): string;
    group(): string;
    readonly order: number;
    /** The least role that can do anything on it; others see it, with the reason. */
    readonly needs?: "admin" | "owner";
    /** Listed only for the installation's first owner; others who come by its address see why not. */
    readonly firstOwner?: true;
  };
  readonly states: readonly ScreenState[];
}

/** Declares a screen; a value, so that router, navigation, palette and tests read the same. */
export const defineScreen = (screen: Screen): Screen => screen;

declare const propsOf: unique symbol;
/** A named place in a screen that higher modules fill. */
export interface SlotOf<P extends object> {
  readonly name: string;
  readonly [propsOf]?: (props: P) => void;
}
/** What a slot hands to its components. */
export type PropsOf<S> = S extends SlotOf<infer P> ? P : never;
/** Declares a slot. */
export const defineSlot = <P extends object>(name: string): SlotOf<P> => ({ name });

type InProject = { readonly projectId: string };
type WithContact = InProject & {
  readonly contact: { readonly id: string; readonly name: string | null; readonly email: string | null; readonly state: string };
};
export const contactAction = defineSlot<WithContact>("contactAction");
export const contactPanel = defineSlot<WithContact>("contactPanel");
export const threadEvent = defineSlot<InProject & { readonly event: { readonly kind: string } }>("threadEvent");
/** Below a message that began in the help center, and below what the team said. */
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
  /** Why no answer can go out with it yet. */
  readonly problem?: string | undefined;
}
/** In the head of the inbox. */
export const inboxAction = defineSlot<InProject>("inboxAction");
/** In a conversation with mail: below each message that is stored, and, without one, once above the composer. */
export const conversationMail = defineSlot<
  InProject & {
    readonly conversationId: string;
    readonly message?: {
      readonly id: string;
      readonly content: string;
      readonly origin: { readonly differentSender?: boolean | undefined } | null;
    };
    /** Changes with every event of the conversation. */
    readonly revision?: number;
    /** Who gets the answer that is being written, above the composer; undefined = the customer alone. */
    readonly choice?: MailChoice | undefined;
    onChoice?(choice: MailChoice | undefined): void;
  }
>("conversationMail");
export const composerTool = defineSlot<
  InProject & { readonly conversationId: string; readonly kind: "reply" | "note"; insert(text: string): void }
>("composerTool");
/** Below the pages of the project's settings navigation. */
export const settingsPage = defineSlot<InProject>("settingsPage");
/** Below the entries of the sidebar. */
export const nav = defineSlot<InProject>("nav");

export interface SlotRegistration {
  readonly slot: string;
  readonly order: number;
  readonly component: ComponentType<never>;
  /** Stories for the browser suite: states of the screen that contains it. */
  readonly states: readonly ScreenState[];
}
/** Puts a component into a slot. */
export const registerSlot = <P extends object>(
  slot: SlotOf<P>,
  { order, component, states = [] }: { order: number; component: ComponentType<P>; states?: readonly ScreenState[] },
): SlotRegistration => ({
  slot: slot.name,
  order,
  component: component as ComponentType<never>,
  states,
});

let registrations: readonly SlotRegistration[] = [];
/** Called once by the shell at start. */
export const setSlotRegistrations = (all: readonly SlotRegistration[]): void =>
  void (registrations = all.toSorted((a, b) => a.order - b.order));

/** Renders the slot's registrations, in order. */
export function Slot<P extends object>({ of, ...props }: { of: SlotOf<P> } & P): ReactNode {
  const filling = registrations.filter((each) => each.slot === of.name);
  return createElement(
    Fragment,
    null,
    filling.map((each, index) => createElement(each.component as ComponentType<object>, { key: `${each.slot}-${index}`, ...props })),
  );
}
