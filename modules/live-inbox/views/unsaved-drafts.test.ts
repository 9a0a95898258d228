import { beforeEach, expect, test, vi } from "vitest";
import { clearBrowserStorage, hasUnsavedText, hasUnstored, openBrowserStorage } from "#dashboard/browser-storage.ts";
import { type FileId, newId } from "#kernel/ids/index.ts";
import { tidyUnsent } from "./keep-unsent.ts";
import { dropUnsentOf, readAllUnsent } from "./unsent.ts";
import {
  draftState,
  dropUnsavedDraft,
  type HeldDraft,
  joinDrafts,
  keepUnsavedDraft,
  readAllUnsavedDrafts,
  readUnsavedDraft,
  type WrittenDraft,
} from "./unsaved-drafts.ts";

const NOW = Date.parse("2030-01-08T00:00:00Z");
const DAY = 24 * 3600_000;
const context = { me: "acc_1", projectId: "prj_1", conversationId: "cnv_1" };
const ids: Record<string, FileId> = { a: newId("file", NOW), b: newId("file", NOW + 1), c: newId("file", NOW + 2) };
const draft = (content: string, ...files: string[]): WrittenDraft => ({
  content,
  attachments: files.map((name) => ({ id: ids[name] as FileId, name: `${name}.png`, type: "image/png", size: 1, inline: true })),
});
/** As in a browser, its own keys are those that are stored. */
const disk: Record<string, string> = Object.create({
  getItem: (key: string) => disk[key] ?? null,
  setItem: (key: string, value: string) => void (disk[key] = value),
  removeItem: (key: string) => void delete disk[key],
});
beforeEach(() => {
  for (const key of Object.keys(disk)) delete disk[key];
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal("localStorage", disk);
  openBrowserStorage("acc_1");
});
const textKept = (): string | undefined => readUnsavedDraft(context, "reply")?.content;

test("a draft is kept in its latest state, by its kind and its person, until it is dropped", () => {
  keepUnsavedDraft(context, "reply", draft("first"), []);
  keepUnsavedDraft(context, "reply", draft("second"), []);
  keepUnsavedDraft(context, "note", draft("a note"), []);
  expect([textKept(), readUnsavedDraft(context, "note")?.content]).toEqual(["second", "a note"]);
  expect(readUnsavedDraft({ ...context, me: "acc_2" }, "reply")).toBeUndefined();
  // It is unsaved text, but no message.
  expect([hasUnsavedText(), readAllUnsent("acc_1")]).toEqual([true, []]);
  dropUnsavedDraft(context, "reply", draftState(draft("first")));
  expect(textKept()).toBe("second");
  dropUnsavedDraft(context, "reply", draftState(draft("second")));
  expect(textKept()).toBeUndefined();
  clearBrowserStorage();
  expect(readAllUnsavedDrafts("acc_1")).toEqual([]);
});

test("kept drafts go with an erasure, and when they are too old", () => {
  keepUnsavedDraft(context, "reply", draft("a"), []);
  keepUnsavedDraft({ ...context, conversationId: "cnv_2" }, "note", draft("b"), []);
  dropUnsentOf(context);
  expect(readAllUnsavedDrafts("acc_1").map(({ content }) => content)).toEqual(["b"]);
  vi.setSystemTime(NOW + 13 * DAY);
  tidyUnsent("acc_1");
  expect(readAllUnsavedDrafts("acc_1").length).toBe(1);
  vi.setSystemTime(NOW + 15 * DAY);
  tidyUnsent("acc_1");
  expect(readAllUnsavedDrafts("acc_1")).toEqual([]);
});

test("what is not such a draft is not taken for one", () => {
  disk["seed.own.draft cnv_1 reply"] = JSON.stringify({ content: "<img>", attachments: "none" });
  expect([textKept(), readAllUnsavedDrafts("acc_1")]).toEqual([undefined, []]);
  disk["seed.own.draft cnv_1 reply"] = "{";
  expect(textKept()).toBeUndefined();
});

test.each<[string, WrittenDraft | undefined, readonly WrittenDraft[], HeldDraft | undefined, WrittenDraft, boolean]>([
  ["nothing", undefined, [], undefined, draft(""), true],
  ["only the server's", undefined, [], draft("server"), draft("server"), true],
  ["what a page said to have without a word from the server", undefined, [], { ...draft("said"), unsaved: true }, draft("said"), false],
  ["what the server may have got after all", draft("same", "a"), [draft("old")], draft("same", "a"), draft("same", "a"), false],
  ["a change that the server did not get", draft("new"), [draft("old")], draft("old"), draft("new"), false],
  [
    "one that comes after a change whose answer was lost",
    draft("newer"),
    [draft("old"), draft("new")],
    draft("new"),
    draft("newer"),
    false,
  ],
  ["one that is later than what a page said", draft("newer"), [draft("old")], { ...draft("new"), unsaved: true }, draft("newer"), false],
  ["only this browser's", draft("here"), [draft("")], undefined, draft("here"), false],
  ["an emptied one", draft(""), [draft("old")], draft("old"), draft(""), false],
  ["one emptied here and changed on another device", draft(""), [draft("old")], draft("other"), draft("other"), true],
  [
    "one changed here and on another device",
    ...([draft("here", "a", "b"), [draft("old")], draft("there", "b", "c"), draft("here\n\nthere", "a", "b", "c"), false] as const),
  ],
])("%s goes on", (_, kept, before, server, goesOn, isSaved) => {
  if (kept) keepUnsavedDraft(context, "reply", kept, before.map(draftState));
  const joined = joinDrafts(readUnsavedDraft(context, "reply"), server);
  expect([draftState(joined.draft), joined.isSaved]).toEqual([draftState(goesOn), isSaved]);
});

test("two drafts are joined once, however often the page is loaded until that is saved", () => {
  keepUnsavedDraft(context, "reply", draft("here"), [draftState(draft("old"))]);
  const first = joinDrafts(readUnsavedDraft(context, "reply"), draft("there"));
  keepUnsavedDraft(context, "reply", first.draft, first.serverMayHave);
  const second = joinDrafts(readUnsavedDraft(context, "reply"), draft("there"));
  expect([first.draft.content, second.draft.content]).toEqual(["here\n\nthere", "here\n\nthere"]);
});

test("where nothing can be stored nobody is asked any more once the server has it, and nothing older stays", () => {
  keepUnsavedDraft(context, "reply", draft("short"), []);
  const { setItem } = localStorage;
  Object.getPrototypeOf(disk).setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  try {
    keepUnsavedDraft(context, "reply", draft("short and more"), []);
    expect([hasUnstored(), textKept()]).toEqual([true, undefined]);
    dropUnsavedDraft(context, "reply", draftState(draft("short and more")));
    expect([hasUnstored(), hasUnsavedText()]).toEqual([false, false]);
  } finally {
    Object.getPrototypeOf(disk).setItem = setItem;
  }
});
