// Searches all knowledge that the team may find.
import { appOrigin } from "#kernel/http/index.ts";
import { m } from "#messages";
import { retrieve } from "#modules/retrieval";
import { AUDIENCES, Locale, MAX_QUESTION } from "#modules/retrieval/contract";
import * as v from "valibot";
import { KNOWLEDGE_READ } from "../scopes.ts";
import { defineTool } from "../tool.ts";

const LIMIT = 10;

export const searchKnowledge = defineTool({
  name: "search_knowledge",
  scope: KNOWLEDGE_READ,
  title: m.mcp_search_title,
  description: m.mcp_search_description,
  readOnly: true,
  input: v.strictObject({
    question: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_QUESTION)),
    language: v.optional(Locale),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LIMIT)), 5),
  }),
  async run(ctx, { question, language, limit }) {
    const { hits, fits, readAs } = await retrieve(ctx, {
      ...{ projectId: ctx.caller.projectId, query: question, audiences: AUDIENCES, limit, live: false },
      ...{ locales: language === undefined ? undefined : [language], kinds: undefined },
    });
    const origin = appOrigin(ctx.config, ctx.url);
    const results = hits.map((hit) => ({
      ...{ title: hit.title, heading: hit.heading, text: hit.text, language: hit.locale, source: hit.kind },
      url: hit.url === null ? null : new URL(hit.url, origin).href,
      /** Whether customers may read it; the rest is for the team. */
      public: hit.audience === "public",
      confidence: Math.round(hit.confidence * 100) / 100,
    }));
    const data = { fits, note: fits ? null : m.mcp_nothing_fits(), readAs, results };
    return { data, count: results.length, foreign: true };
  },
});
