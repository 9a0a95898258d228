import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "#dashboard/api.ts";
import { changeDrafts, keys, threadQuery } from "./queries.ts";
import type { ThreadAnswer } from "./answers.ts";

const context = { me: "acc_1", projectId: "prj_1", conversationId: "cnv_1" };
const draft = (content: string): ThreadAnswer["drafts"][number] => ({
  ...{ kind: "reply", content, attachments: [], updatedAt: "2030-01-01T00:00:00.000Z" },
});
const thread = (...drafts: ThreadAnswer["drafts"]) => ({
  ...{
    conversation: { id: "cnv_1", revision: 1, fields: {}, contact: { id: "ctc_1" } },
    contact: { id: "ctc_1", state: "active" },
    events: [],
  },
  ...{ before: null, readRevision: 0, customerReadRevision: 0, drafts, head: 1 },
});
let answer: (body: object) => void;
beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal("fetch", () => new Promise((resolve) => (answer = (body) => resolve(Response.json(body)))));
});
const read = () => queryClient.fetchQuery({ ...threadQuery("prj_1", "cnv_1"), staleTime: 0 });
const held = (): string[] =>
  (queryClient.getQueryData<ThreadAnswer>(keys.thread("prj_1", "cnv_1"))?.drafts ?? []).map(({ content }) => content);
async function open(...drafts: ThreadAnswer["drafts"]): Promise<void> {
  const reading = read();
  await vi.waitFor(() => answer(thread(...drafts)));
  await reading;
}

test("an answer from before a draft was changed here does not bring back the earlier one", async () => {
  await open(draft("old"));
  expect(held()).toEqual(["old"]);
  const reading = read();
  await new Promise((later) => setTimeout(later, 2));
  changeDrafts(context, () => [draft("new")]);
  answer(thread(draft("old")));
  await reading;
  expect(held()).toEqual(["new"]);
});

test("an answer from after it does, as when the draft was changed on another device", async () => {
  await open(draft("old"));
  changeDrafts(context, () => []);
  await new Promise((later) => setTimeout(later, 2));
  await open(draft("from another device"));
  expect(held()).toEqual(["from another device"]);
});
