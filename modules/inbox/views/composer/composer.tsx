// The composer for replies and notes. It never covers the thread, never loses text, and sends nothing by itself.
import { readBrowserStorage } from "#dashboard/browser-storage.ts";
import { latePart } from "#dashboard/late-part.ts";
import { locale } from "#dashboard/locale.ts";
import {
  type ComposerCustomer,
  type ComposerFormats,
  type ComposerText,
  composerTool,
  type MailChoice,
  type SendWarning,
  Slot,
} from "#dashboard/screen.ts";
import { runShortcut, useDeclaredShortcut } from "#dashboard/shortcuts.ts";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { useToast } from "#dashboard/ui/toast.tsx";
import { IconButton } from "#dashboard/ui/button.tsx";
import { m } from "#messages";
import type { Attachment } from "#modules/files/contract";
import { type FieldHandle, PLAIN_FIELD } from "#modules/formatting/views";
import { pastedFiles } from "#dashboard/data-transfer.ts";
import { UploadTray } from "#modules/files/views";
import { useNavigate } from "@tanstack/react-router";
import { Paperclip } from "lucide-react";
import { useCallback, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { type Draft, MAX_CONTENT, signed, threadPath, unsigned } from "#modules/conversations/contract";
import {
  forgetWriting,
  isErasedIn,
  type Outgoing,
  sendFrame,
  setReturned,
  type Snooze,
  type ThreadContext,
  useOutbox,
} from "#modules/live-inbox/views";
import { type MessageDraft, mustWait, send } from "../actions/actions.ts";
import { delivering } from "../actions/delivering.ts";
import { holding, loadHolding } from "../actions/holding.ts";
import { threadShortcuts } from "../thread-shortcuts.ts";
import { SignaturePreview } from "./signature-preview.tsx";
import { StaleBar } from "../actions/stale-bar.tsx";
import { CharactersLeft, DropHint, Saved } from "./draft-status.tsx";
import { IntentChip } from "./intent-chip.tsx";
import { SendButton } from "./send-button.tsx";
import { WritingField } from "./writing-field.tsx";
import { WarningBar } from "./warning-bar.tsx";
import { useDropTarget } from "./use-drop-target.ts";
import { type Kind, useDraft } from "./use-draft.ts";
import { isKnown, readWriting, useWriting } from "./use-writing.ts";

interface ComposerProps {
  readonly context: ThreadContext;
  /** How the contact is addressed: their first name. */
  readonly replyTo: string;
  readonly customer: ComposerCustomer;
  /** Replies are sent by mail too, with the member's signature. */
  readonly byMail: boolean;
  /** The contact is hidden and blocked, so it cannot read a reply. */
  readonly hidden: boolean;
  readonly drafts: readonly Draft[];
  /** Mail recipients that the member chose; each choice applies to one reply. */
  readonly mail: MailChoice | undefined;
  onMail(choice: MailChoice | undefined): void;
  /** A failed message whose text returns to the composer. */
  readonly returned: Outgoing | undefined;
  onReturned(): void;
  /** A proposed reply that is to become the reply. */
  readonly proposed: string | undefined;
  onProposed(): void;
}
const MentionList = latePart(() => import("./mention-list.tsx"));
// At most one typing frame in three seconds.
const TYPING_EVERY = 3000;

export function Composer({
  context,
  replyTo,
  customer,
  byMail,
  hidden,
  drafts,
  mail,
  onMail,
  returned,
  onReturned,
  proposed,
  onProposed,
}: ComposerProps) {
  const toast = useToast();
  const navigate = useNavigate();
  const refused = (problem: string): void => toast({ title: problem, tone: "bad" });
  const reply = useDraft(
    context,
    "reply",
    drafts.find((draft) => draft.kind === "reply"),
    refused,
  );
  const note = useDraft(
    context,
    "note",
    drafts.find((draft) => draft.kind === "note"),
    refused,
  );
  const [kind, setKind] = useState<Kind>(reply.empty && !note.empty ? "note" : "reply");
  const written = kind === "note" ? note : reply;
  const { stale } = useOutbox(context);
  const field = useRef<FieldHandle>(null);
  const focus = useCallback(() => field.current?.focus(), []);
  const [formats, setFormats] = useState<ComposerFormats>();
  const takeField = useCallback((handle: FieldHandle | null) => {
    field.current = handle;
    setFormats(handle?.formats);
  }, []);
  const picker = useRef<HTMLInputElement>(null);
  const typedAt = useRef(0);
  const form = useRef<HTMLFormElement>(null);
  const [above, setAbove] = useState<HTMLElement | null>(null);
  const [below, setBelow] = useState<HTMLElement | null>(null);
  const [sent, setSent] = useState(0);
  const writing = useWriting(context.projectId);
  // On a touch screen Enter is the only way to a new line.
  const entersSend = writing.sendKey === "enter" && !matchMedia("(pointer: coarse)").matches;
  const [prefersPlain] = useState(() => readBrowserStorage(context.me, PLAIN_FIELD) === true);
  const [leftOut, setLeftOut] = useState(false);
  const signature = byMail && kind === "reply" && !leftOut ? writing.signature : "";
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    loadHolding().catch(() => undefined);
    return () => void (isHere.current = false);
  }, []);
  const [mentions, setMentions] = useState(false);
  const dropping = useDropTarget(form, attach);
  const [checks] = useState(() => new Set<(text: string) => SendWarning | undefined>());
  const [warning, setWarning] = useState<
    SendWarning & { readonly close: boolean; readonly snooze: Snooze | undefined; readonly at: Date | undefined }
  >();

  function attach(files: Iterable<File>): void {
    written.uploads.add(files);
  }

  function write(kindNow: Kind): void {
    setKind(kindNow);
    // What is typed right behind the key must not be shortcuts.
    if (kindNow === kind) focus();
    requestAnimationFrame(focus);
  }
  useDeclaredShortcut(threadShortcuts.reply, () => write("reply"));
  useDeclaredShortcut(threadShortcuts.note, () => write("note"));

  const [intent, setIntent] = useState<Pick<Outgoing, "close" | "snooze">>();
  const open = (): void => void navigate({ to: threadPath(context.projectId, context.conversationId) });
  const bringBack = useEffectEvent((out: Outgoing) => {
    if (out.kind === "reply") setIntent(out.close || out.snooze ? { close: out.close, snooze: out.snooze } : undefined);
    (out.kind === "note" ? note : reply).bringBack(unsigned(out.content, writing.signature), out.attachments);
    if (out.mail) onMail(out.mail);
    write(out.kind);
    onReturned();
  });
  useEffect(() => {
    if (returned) bringBack(returned);
  }, [returned]);

  const propose = useEffectEvent((text: string) => {
    reply.bringBack(text, []);
    write("reply");
    onProposed();
  });
  useEffect(() => {
    if (proposed !== undefined) propose(proposed);
  }, [proposed]);

  // The contact's data was erased while a reply was being written: a notice replaces the composer.
  const leave = useEffectEvent(() => {
    const wrote = [reply, note].some(({ text, uploads }) => text.get().trim() !== "" || uploads.items.length > 0);
    if (isErasedIn(context.projectId, context.conversationId)) forgetWriting(context, wrote);
    else holding()?.offerUndo(context, open);
  });
  useEffect(() => () => leave(), []);

  /** `sure`: the member has seen what a tool warned of. `at`: when to send a reply, if not now. */
  function submit(closing: boolean, snoozing?: Snooze, sure = false, at?: Date): void {
    // What a reply that came back was to do, unless something else is chosen.
    const { close, snooze } = kind === "reply" && !closing && !snoozing && intent ? intent : { close: closing, snooze: snoozing };
    const text = written.text.get().trim();
    const content = signed(text, signature);
    const empty = text === "" && written.uploads.ready.length === 0;
    if (empty || written.uploads.busy || content.length > MAX_CONTENT) {
      focus();
      if (written.uploads.busy) refused(m.conversations_uploads_running());
      else if (!empty) refused(m.conversations_refused_long({ max: MAX_CONTENT.toLocaleString(locale) }));
      return;
    }
    const by = kind === "reply" ? mail : undefined;
    const why = by?.problem ?? delivering()?.whyNotWaiting(context, content, { at, uploads: written.uploads });
    if (why) return refused(why);
    const warned = kind === "reply" && !sure ? [...checks].flatMap((check) => check(written.text.get()) ?? [])[0] : undefined;
    setWarning(warned && { ...warned, close, snooze, at });
    if (warned) return;
    const out = {
      ...{ kind, content, attachments: written.uploads.ready, close: close && kind === "reply" },
      ...(kind === "reply" && snooze && { snooze }),
      ...(by && { mail: by }),
    };
    written.clear();
    setSent(sent + 1);
    if (by) onMail(undefined);
    setLeftOut(false);
    setIntent(undefined);
    const giveBack = (): void => {
      if (!isHere.current) return comeBackLater({ ...out, content: text });
      written.bringBack(text, out.attachments);
      if (by) onMail(by);
    };
    if (at) {
      void loadHolding().then((loaded) => loaded.scheduleReply(context, out, at, giveBack), giveBack);
      return focus();
    }
    const sendNow = (): void => void send(context, out, giveBack);
    const deliver = (seconds: number): void => {
      if (seconds === 0) sendNow();
      else if (holding()) void holding()?.holdBack(context, out, seconds, open);
      // Without its code nothing can be held.
      else void loadHolding().then((loaded) => loaded.holdBack(context, out, seconds, open), sendNow);
    };
    if (kind === "note" || mustWait(context)) deliver(0);
    else if (isKnown(writing)) deliver(writing.undoSeconds);
    else void readWriting(context.projectId).then(({ undoSeconds }) => deliver(undoSeconds));
    if (kind === "reply" && (close || snooze) && writing.afterHandling === "next") runShortcut("j");
    else focus();
  }

  /** The conversation moved on after the member had left it: the text is in the composer when they open it, in front of what is there. */
  function comeBackLater(out: MessageDraft): void {
    setReturned(context, {
      ...out,
      clientId: crypto.randomUUID(),
      createdAt: new Date().toISOString(),
      state: "failed",
      problem: undefined,
    });
    toast({ title: m.conversations_back_as_draft(), tone: "bad", action: { label: m.conversations_open_it(), run: open } });
  }

  function sendAgain(): void {
    stale?.again();
    if (stale?.what === "reply" || stale?.what === "refused") submit(stale.close, stale.snooze);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const plain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.key === "Enter" && plain && entersSend) {
      event.preventDefault();
      submit(false);
    } else if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      submit(event.shiftKey);
    } else if (event.key.toLowerCase() === "z" && (event.metaKey || event.ctrlKey) && !event.shiftKey && written.text.get() === "") {
      // The field has nothing of its own to undo.
      const held = holding()?.lastHeld(context);
      if (!held) return;
      event.preventDefault();
      holding()?.undoHeld(held.clientId);
    } else if (event.key === "Escape") field.current?.element.blur();
  }

  function onText(typed: string): void {
    // Pasted text may contain NUL, which cannot be stored and is invisible.
    const text = typed.replaceAll("\0", "");
    written.write(text);
    setWarning(undefined);
    if (kind === "note" && text.includes("@")) setMentions(true);
    if (text === "" || Date.now() - typedAt.current < TYPING_EVERY) return;
    typedAt.current = Date.now();
    sendFrame(context.projectId, context.me, {
      type: "typing",
      conversationId: context.conversationId as never,
      ...(kind === "note" ? { note: true as const } : {}),
    });
  }

  const composer: ComposerText = {
    field: () => field.current?.element ?? null,
    focus,
    formats,
    read: (of = kind) => (of === kind && field.current?.read()) || { text: (of === "note" ? note : reply).text.get(), from: 0, to: 0 },
    write(text, { kind: to = kind, select } = {}) {
      if (to !== kind) {
        (to === "note" ? note : reply).write(text);
        return write(to);
      }
      if (!field.current) return onText(text);
      focus();
      field.current.write(text, select);
    },
    attach: (expected, fetch) => written.uploads.adopt(expected, fetch as () => Promise<readonly Attachment[]>),
    intend: (what) => setIntent("close" in what ? what : { close: false, ...what }),
    checkBeforeSending(check) {
      checks.add(check);
      return () => void checks.delete(check);
    },
  };
  function insert(text: string): void {
    const all = [written.text.get(), text].filter(Boolean).join("\n\n");
    if (formats) field.current?.write(all);
    else onText(all);
  }
  function toWarned(select: SendWarning["select"]): void {
    focus();
    if (select) field.current?.select(...select);
    setWarning(undefined);
  }
  const showMessage = (revision: number): void =>
    void import("../actions/show-message.ts").then((loaded) => loaded.showMessage(context, revision));

  const label = kind === "note" ? m.conversations_composer_note() : m.conversations_composer_reply({ name: replyTo });
  const panel = (
    <>
      <WritingField
        onField={takeField}
        label={label}
        placeholder={kind === "note" ? m.conversations_note_placeholder() : m.conversations_reply_placeholder({ name: replyTo })}
        text={written.text}
        onText={onText}
        onKeyDown={onKeyDown}
        enterSends={entersSend}
        prefersPlain={prefersPlain}
        startsFormatted={formats !== undefined}
      />
      {hidden && kind === "reply" && <p className="px-3.5 pb-1 text-xs text-warn-text">{m.conversations_contact_hidden()}</p>}
      <CharactersLeft text={written.text} signature={signature} />
      {signature !== "" && <SignaturePreview signature={signature} onLeaveOut={() => setLeftOut(true)} />}
      {intent && kind === "reply" && <IntentChip closes={intent.close} onDrop={() => setIntent(undefined)} />}
      <UploadTray uploads={written.uploads} />
      <div ref={setBelow} />
      <Saved state={written.saved} />
      <div className="flex items-center gap-0.5 px-2 pb-2">
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          tabIndex={-1}
          onChange={(event) => {
            attach(event.target.files ?? []);
            event.target.value = "";
          }}
        />
        {/* Where there is no room for all tools they scroll. */}
        <div className="-m-1 flex min-w-0 flex-1 items-center gap-0.5 overflow-x-auto p-1">
          <IconButton label={m.conversations_attach()} icon={Paperclip} onClick={() => picker.current?.click()} />
          {/* The conversation does not wait for the tools' code. */}
          <Suspense>
            <Slot
              of={composerTool}
              projectId={context.projectId}
              conversationId={context.conversationId}
              kind={kind}
              insert={insert}
              composer={composer}
              customer={customer}
              sent={sent}
              above={above}
              below={below}
              showMessage={showMessage}
            />
          </Suspense>
        </div>
        <SendButton kind={kind} sendKey={writing.sendKey === "enter" ? "Enter" : "$mod+Enter"} empty={written.empty} onSend={submit} />
      </div>
    </>
  );
  return (
    <>
      {stale && (kind === "reply" || (stale.what !== "reply" && stale.what !== "refused")) && (
        <StaleBar stale={stale} onAgain={sendAgain} />
      )}
      {warning && kind === "reply" && (
        <WarningBar
          says={warning.says}
          onAnyway={() => submit(warning.close, warning.snooze, true, warning.at)}
          onBack={() => toWarned(warning.select)}
        />
      )}
      <div ref={setAbove} className="mx-auto max-w-[720px]" />
      <form
        ref={form}
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          submit(false);
        }}
        onPaste={(event) => {
          const files = pastedFiles(event.clipboardData);
          if (files.length === 0) return;
          event.preventDefault();
          attach(files);
        }}
        className={`relative mx-auto max-w-[720px] rounded-lg border shadow-1 focus-within:border-ring focus-within:shadow-edge forced-colors:focus-within:outline-2 ${kind === "note" ? "border-note-line bg-note-soft" : "border-line-strong bg-surface"}`}
      >
        <Tabs<Kind>
          label={m.conversations_composer_kind()}
          value={kind}
          onChange={(name, by) => (by === "click" ? write(name) : setKind(name))}
          tabs={(["reply", "note"] as const).map((name) => ({
            value: name,
            label: (
              <>
                {name === "note" ? m.conversations_note() : m.conversations_reply()}
                {kind !== name && !(name === "note" ? note : reply).empty && (
                  <span className="ms-1 inline-block size-1.5 rounded-full bg-accent align-middle">
                    <span className="sr-only">{m.conversations_has_draft()}</span>
                  </span>
                )}
              </>
            ),
            panel: kind === name ? panel : undefined,
          }))}
        />
        {mentions && above && kind === "note" && <MentionList me={context.me} composer={composer} above={above} within={form} />}
        {dropping && <DropHint />}
      </form>
    </>
  );
}
