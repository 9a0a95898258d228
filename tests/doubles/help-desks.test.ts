// Is the double of Intercom like Intercom? Its own client library reads the answers that an import reads, page after page.
import { IntercomClient, IntercomError } from "intercom-client";
import assert from "node:assert/strict";
import { beforeEach, test } from "vitest";
import { HELP_DESK_VARS, HelpDesks } from "./help-desks/index.ts";

let desks: HelpDesks;
let client: IntercomClient;
const clientWith = (token: string): IntercomClient =>
  new IntercomClient({
    ...{ token, baseUrl: `${HELP_DESK_VARS.TEST_HELP_DESK_BASE_URL}/intercom/us`, maxRetries: 0 },
    fetch: (address, init) => desks.fetch(address instanceof Request ? address.url : String(address), init),
  });
beforeEach(() => {
  desks = new HelpDesks();
  desks.most = 2;
  client = clientWith(HELP_DESK_VARS.INTERCOM_ACCESS_TOKEN);
});

test("a search goes on with the cursor until nothing is left, in the order of the last change", async () => {
  const found: string[] = [];
  let at: string | undefined;
  for (let page = 0; page < 10; page += 1) {
    const query = { field: "updated_at", operator: ">" as const, value: Date.parse("2029-03-02T00:00:00Z") / 1000 };
    const search = {
      query,
      sort: { field: "updated_at", order: "ascending" },
      pagination: { per_page: 50, ...(at ? { starting_after: at } : {}) },
    };
    const { response } = await client.conversations.search(search as Parameters<IntercomClient["conversations"]["search"]>[0]);
    assert.equal(response.type, "conversation.list");
    assert.equal(response.total_count, 5);
    found.push(...(response.conversations ?? []).map(({ id }) => id));
    at = response.pages?.next?.starting_after;
    if (at === undefined) break;
  }
  assert.deepEqual(found, ["11", "12", "13", "14", "16"]);
});

test("a conversation has its source, parts, tags, contacts and rating", async () => {
  const one = await client.conversations.find({ conversation_id: "11" });
  assert.equal(one.title, "Where is my invoice?");
  assert.deepEqual([one.state, one.admin_assignee_id, one.conversation_rating?.rating], ["closed", 1, 5]);
  assert.deepEqual(
    one.tags?.tags?.map(({ name }) => name),
    ["billing", "vip"],
  );
  assert.deepEqual(
    one.contacts.contacts?.map(({ id }) => id),
    ["101"],
  );
  assert.deepEqual([one.source.author?.type, one.source.body], ["user", "<p>Where is my <strong>invoice</strong>?</p>"]);
  const parts = one.conversation_parts?.conversation_parts ?? [];
  assert.deepEqual(
    parts.map(({ part_type }) => part_type),
    ["note", "comment", "comment", "comment", "assignment"],
  );
  assert.deepEqual(
    parts[1]?.attachments?.map(({ name }) => name),
    ["invoice.png"],
  );
  assert.equal(one.conversation_parts?.total_count, parts.length);
});

test("admins, contacts and their fields; who was deleted is missing, and a wrong token is refused", async () => {
  const { admins } = await client.admins.list();
  assert.deepEqual(
    admins?.map((admin) => [admin?.id, admin?.email]),
    [
      ["1", "owner@example.test"],
      ["2", "former@acme.example"],
    ],
  );
  const contact = await client.contacts.find({ contact_id: "101" });
  assert.deepEqual([contact.name, contact.custom_attributes], ["Nadia Novak", { plan: "team" }]);
  const { data } = await client.dataAttributes.list({ model: "contact" });
  assert.deepEqual(
    data?.map(({ name, custom }) => [name, custom]),
    [
      ["email", false],
      ["plan", true],
    ],
  );
  const failsWith = (status: number) => (error: unknown) => error instanceof IntercomError && error.statusCode === status;
  await assert.rejects(client.contacts.find({ contact_id: "199" }), failsWith(404));
  await assert.rejects(clientWith("another").admins.list(), failsWith(401));
});
