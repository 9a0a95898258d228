// Continues a sync from its current step. What is stored is compared with what GitHub has at each turn, so a sync that is interrupted
// anywhere ends with the same texts as one that is not, and nothing is fetched that is unchanged.
import { days, minutes, seconds } from "#kernel/clock/index.ts";
import { type SQL, sql } from "#kernel/db/index.ts";
import { handle } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";
import { CodeHostError, codeHostingConfig, credentialOf } from "#modules/code-hosting";
import {
  deleteRemovedItems,
  documentsOf,
  type FilledText,
  isUnchanged,
  type KnownText,
  readDocumentCount,
  readKnownTexts,
  readSourceVisibility,
  type Visibility,
  writeFilledState,
  writeFilledText,
  writeItemsRemoved,
  writeLinked,
  writeSourceChange,
  writeSynced,
  writeVisibility,
  writeVisibilityJob,
} from "#modules/knowledge-sources";
import { MAX_DOCUMENTS } from "#modules/knowledge-sources/contract";
import { writeAudit } from "#modules/projects";
import { TEAM_ONLY } from "#modules/retrieval/contract";
import { KEPT_DAYS, MAX_FILE, type SyncFault } from "../contract.ts";
import {
  type Change,
  hasEnded,
  isAt,
  isNewVersion,
  readStored,
  type Step,
  type Stored,
  waited,
  writeEmptying,
  writeEnd,
  writeProgress,
  writeWait,
} from "../queries.ts";
import { decodeText, readableText, textKindOf } from "./file-text.ts";
import * as github from "./github.ts";
import { syncJob, writeSyncJob } from "./sync-job.ts";

/** Texts of one turn; each takes up to about thirty statements. */
const SLICE = 8;
const REMOVE = 20;
/** Waits for a service that does not answer, one after the other. */
const PAUSES = [seconds(30), minutes(2), minutes(10), minutes(30)];
const SHORTEST = minutes(1);
/** Faults that say that the project may not read the repository, or that there is none, if it was the repository that was asked for. */
const LOST: readonly SyncFault[] = [
  "withdrawn",
  "unauthorized",
  "sso",
  "suspended",
  "forbidden",
  "missing",
  "gone",
  "not_connected",
  "other",
];
/** Faults of a part alone, such as a permission that the token does not have: the other parts are read all the same. */
const REFUSED: readonly SyncFault[] = ["forbidden", "missing", "gone"];
const FILE_KEY = "file:";
type End = void | "again";

/** One turn of a sync. */
interface Work {
  readonly ctx: Ctx;
  readonly s: Stored;
  readonly source: Visibility;
  readonly asked: github.Asked;
  readonly web: string;
}
const PREFIXES = { files: FILE_KEY, releases: github.RELEASES, commits: github.COMMITS, discussions: github.DISCUSSIONS } as const;
type Part = keyof typeof PREFIXES;
const PARTS = ["files", "releases", "commits", "discussions"] as const satisfies readonly Part[];
const isWanted = (s: Stored, part: Part): boolean =>
  part === "files" ? s.readme || s.docs !== null : part === "discussions" ? s.discussions !== null : s[part];
/** The step after this one. */
const after = (s: Stored, step: "start" | Part): Step =>
  PARTS.slice(PARTS.indexOf(step as Part) + 1).find((part) => isWanted(s, part)) ?? "removing";

export const syncHandler = handle(syncJob, async (ctx, { projectId, sourceId, syncs, waits }): Promise<End> => {
  const [s, source] = await ctx.db.read(readStored(projectId, sourceId), readSourceVisibility(projectId, sourceId));
  if (!s || !source || s.step === null || s.syncs !== syncs || s.waits !== waits) return;
  if (s.step === "emptying") return await empty(ctx, s);
  if (s.step === "removing") return await finish(ctx, s);
  try {
    const credential = await credentialOf(ctx, projectId);
    if (!credential) return await fail(ctx, s, "not_connected");
    const asked = { ctx, token: credential.token, repository: s.repository };
    return await STEPS[s.step]({ ctx, s, source, asked, web: codeHostingConfig(ctx.config).web });
  } catch (error) {
    if (!(error instanceof CodeHostError)) throw error;
    if (error.fault === "limited") return await pause(ctx, s, error.fault, Math.max(SHORTEST, seconds(error.wait)));
    // Only requests that follow no redirection learn that something has moved, and none of these is one.
    const fault = error.fault === "changed" ? "unavailable" : error.fault;
    if (s.step !== "start" && REFUSED.includes(fault)) {
      await ctx.db.commit([writeProgress(s, { note: `refused_${s.step}`, step: after(s, s.step) })]);
      return "again";
    }
    const rest = fault === "unavailable" ? PAUSES[s.tries] : undefined;
    return rest === undefined ? await fail(ctx, s, fault) : await pause(ctx, s, fault, Math.max(rest, seconds(error.wait)));
  }
});

const STEPS: Readonly<Record<"start" | Part, (work: Work) => Promise<End>>> = { start, files, releases, commits, discussions };

/** What the repository is now. One that became private is no longer given to customers: nobody has agreed to that. */
async function start({ ctx, s, source, asked }: Work): Promise<End> {
  const { projectId, sourceId } = s;
  // First, so that it leaves its room to what is stored.
  if (await removedUnwanted(ctx, s)) return "again";
  const now = ctx.clock.now();
  const found = await github.readRepository(asked);
  if (found.remoteId !== s.remoteId) return await fail(ctx, s, "other");
  const narrows = found.isPrivate && !s.isPrivate && source.audience !== TEAM_ONLY;
  const audience = narrows ? TEAM_ONLY : source.audience;
  const held = sql`${isAt(s)} AND ${isUnchanged(projectId, source)}`;
  const moved = narrows ? writeVisibilityJob(projectId, sourceId, now) : undefined;
  await ctx.db.commit([
    ...(moved
      ? [
          writeAudit(
            {
              ...{
                projectId,
                actor: "system",
                action: "knowledge.repository_narrowed",
                detail: { source: sourceId, name: s.repository },
                now,
              },
            },
            held,
          ),
          writeSourceChange(projectId, sourceId, { audience }),
          ...writeVisibility(projectId, sourceId),
          moved.statement,
        ]
      : []),
    ...(found.isPrivate === s.isPrivate ? [] : [writeLinked(projectId, sourceId, isLinked(found.isPrivate, audience))]),
    ...(found.isArchived ? [writeProgress(s, { note: "archived" })] : []),
    ...(found.name.toLowerCase() === s.repository.toLowerCase() ? [] : [writeProgress(s, { note: "renamed" })]),
    writeProgress(s, {
      ...{ step: after(s, "start"), branch: found.branch, isPrivate: found.isPrivate },
      ...(narrows ? { note: "narrowed" as const } : {}),
      // What another branch has is compared anew.
      ...(found.branch === s.branch ? {} : { refEtag: null, unreleased: null }),
    }),
  ]);
  return "again";
}
/** Citations lead to GitHub unless visitors would get there what they may not see. */
export const isLinked = (isPrivate: boolean, audience: Visibility["audience"]): boolean => !isPrivate || audience !== "public";

async function files(work: Work): Promise<End> {
  const { ctx, s, asked } = work;
  if (s.commit === null) {
    const head = await github.readHead(asked, s.branch, s.refEtag);
    if (head === null) {
      const [known] = await ctx.db.read(readKnownTexts(s.projectId, s.sourceId, FILE_KEY));
      const skipped = known.filter(({ parts }) => parts === 0).length;
      await ctx.db.commit([writeProgress(s, { step: after(s, "files"), found: known.length, skipped })]);
      return "again";
    }
    if (head === undefined) {
      await ctx.db.commit([writeProgress(s, { note: "empty", step: after(s, "files") })]);
      return "again";
    }
    const { files: listed, notes } = await github.listFiles(asked, head.sha, s);
    // The entity tag counts only once everything is stored: it is kept with the commit until then.
    await ctx.db.commit([
      ...notes.map((note) => writeProgress(s, { note })),
      writeProgress(s, { commit: `${head.sha} ${head.etag ?? ""}`, found: listed.length, refEtag: null }),
    ]);
    return "again";
  }
  const [commit = "", ...rest] = s.commit.split(" ");
  const etag = rest.join(" ");
  const { files: listed, isWhole } = await github.listFiles(asked, commit, s);
  const wanted = listed.map(({ path, sha, size }) => ({ key: FILE_KEY + path, version: sha, path, size }));
  return await storeChanged(work, {
    part: "files",
    wanted,
    removes: isWhole,
    done: { refEtag: etag === "" ? null : etag },
    load: async (some) => await Promise.all(some.map(async (one) => await fileOf(work, commit, one))),
  });
}
async function fileOf(
  { asked, web }: Work,
  commit: string,
  { key, version, path, size }: { key: string; version: string; path: string; size: number },
): Promise<Loaded> {
  const url = `${web}/${asked.repository}/blob/${commit}/${path.split("/").map(encodeURIComponent).join("/")}`;
  const none = (problem: string): Loaded => ({ key, version, title: path, url, content: "", problem });
  const bytes = size > MAX_FILE ? undefined : await github.readBlob(asked, version);
  if (bytes === undefined) return none(m.repository_knowledge_too_large({ max: MAX_FILE / 1000 }));
  const decoded = decodeText(bytes);
  if ("unreadable" in decoded) return none(decoded.unreadable === "lfs" ? m.repository_knowledge_lfs() : m.repository_knowledge_binary());
  const { title, content } = readableText(decoded.text, textKindOf(path) ?? "text");
  return content === "" ? none(m.repository_knowledge_no_text()) : { key, version, title: title ?? path, url, content };
}

async function releases(work: Work): Promise<End> {
  const { ctx, s, asked } = work;
  const listed = await github.listReleases(asked, s.releasesEtag);
  if (listed === null) {
    const [known] = await ctx.db.read(readKnownTexts(s.projectId, s.sourceId, github.RELEASES));
    await ctx.db.commit([writeProgress(s, { step: after(s, "releases"), found: known.length })]);
    return "again";
  }
  return await storeChanged(work, {
    ...{ part: "releases", wanted: listed.texts, removes: true, done: { releasesEtag: listed.etag } },
    load: (some) => Promise.resolve(some.map(cleaned)),
  });
}
async function commits(work: Work): Promise<End> {
  const { ctx, s, asked, web } = work;
  const read = await github.readUnreleased(asked, s.branch, web, s.unreleased);
  if (read === null) {
    const [known] = await ctx.db.read(readKnownTexts(s.projectId, s.sourceId, github.COMMITS));
    await ctx.db.commit([writeProgress(s, { step: after(s, "commits"), found: known.length })]);
    return "again";
  }
  const { text, mark } = read;
  return await storeChanged(work, {
    ...{ part: "commits", wanted: text ? [text] : [], removes: true, done: { unreleased: mark } },
    load: (some) => Promise.resolve(some),
  });
}
async function discussions(work: Work): Promise<End> {
  const { ctx, s, asked } = work;
  const listed = await github.listTopics(asked, s.discussions ?? []);
  if (listed === null) await ctx.db.commit([writeProgress(s, { note: "no_discussions" })]);
  else if (!listed.isWhole) await ctx.db.commit([writeProgress(s, { note: "too_many" })]);
  return await storeChanged(work, {
    ...{ part: "discussions", wanted: listed?.topics ?? [], removes: true, done: {} },
    async load(some) {
      const found = await github.readDiscussions(asked, some);
      // One whose answer was taken back between the two questions says nothing.
      return some.map((one) => {
        const text = found.find(({ key }) => key === one.key);
        const none = {
          key: one.key,
          version: one.version,
          title: one.key,
          url: `${work.web}/${asked.repository}/discussions`,
          content: "",
        };
        return text ? cleaned(text) : { ...none, problem: m.repository_knowledge_no_text() };
      });
    },
  });
}
/** GitHub shows these texts as Markdown with HTML, too. */
const cleaned = (text: github.RemoteText): Loaded => ({ ...text, content: readableText(text.content, "markdown").content });

type Loaded = Omit<FilledText, "isLinked">;
interface Marked {
  readonly key: string;
  readonly version: string;
}
interface Storing<T extends Marked> {
  readonly part: Part;
  readonly wanted: readonly T[];
  /** Whether what is not wanted is gone at GitHub. */
  readonly removes: boolean;
  /** What is remembered once all of it is stored. */
  readonly done: Pick<Change, "refEtag" | "releasesEtag" | "unreleased">;
  readonly load: (some: readonly T[]) => Promise<readonly Loaded[]>;
}
/** Removes some of what is gone, which makes room, then stores some of what is new or changed, then goes on to the next step. */
async function storeChanged<T extends Marked>(work: Work, { part, wanted, removes, done, load }: Storing<T>): Promise<End> {
  const { ctx, s, source } = work;
  const [known] = await ctx.db.read(readKnownTexts(s.projectId, s.sourceId, PREFIXES[part]));
  const byKey = new Map(known.map((one) => [one.key, one]));
  const changed = wanted.filter(({ key, version }) => byKey.get(key)?.version !== version);
  const next = after(s, part);
  const end = async (short?: "full" | "not_stored"): Promise<End> => {
    const skipped = known.filter(({ key, parts }) => parts === 0 && wanted.some((one) => one.key === key)).length;
    // The files were counted when they were listed.
    const counted = { found: part === "files" ? 0 : wanted.length, skipped };
    await ctx.db.commit([writeProgress(s, { step: next, ...counted, ...(short === undefined ? done : { note: short }) })]);
    return "again";
  };
  const kept = new Set(wanted.map(({ key }) => key));
  const gone = removes ? known.filter(({ key }) => !kept.has(key)).slice(0, REMOVE) : [];
  if (gone.length > 0) {
    await remove(ctx, s, gone);
    return "again";
  }
  if (changed.length === 0) return await end();
  const loaded = await load(changed.slice(0, SLICE));
  for (const text of loaded) if (!(await store(ctx, s, source, byKey.get(text.key), text))) return await end("full");
  // A turn that stores nothing would be followed by the same one for ever.
  const [since] = await ctx.db.read(readStored(s.projectId, s.sourceId));
  return (since?.sync?.stored ?? 0) > (s.sync?.stored ?? 0) ? "again" : await end("not_stored");
}
/** False: the project has no room for it. */
async function store(ctx: Ctx, s: Stored, source: Visibility, known: KnownText | undefined, text: Loaded): Promise<boolean> {
  const [count = 0] = await ctx.db.read(readDocumentCount(s.projectId));
  const more = documentsOf(text) - (known?.parts ?? 0);
  if (more > 0 && count + more > MAX_DOCUMENTS) return false;
  const isNew = isNewVersion(s, text);
  const when: SQL = sql`${isAt(s)} AND ${isNew}`;
  await ctx.db.commit([
    writeProgress(s, { stored: 1 }, sql`${isNew} AND ${isUnchanged(s.projectId, source)}`),
    ...(await writeFilledText(
      s.projectId,
      source,
      known,
      { ...text, isLinked: isLinked(s.isPrivate, source.audience) },
      ctx.clock.now(),
      when,
    )),
  ]);
  return true;
}
async function remove(ctx: Ctx, s: Stored, gone: readonly KnownText[]): Promise<void> {
  await ctx.db.commit([
    ...writeItemsRemoved(
      s.projectId,
      s.sourceId,
      gone.map(({ id }) => id),
      isAt(s),
    ),
    writeProgress(s, { removed: gone.length }),
  ]);
  await deleteRemovedItems(ctx);
}

/** Removes some of what is no longer wanted of the repository; false: there was none. */
async function removedUnwanted(ctx: Ctx, s: Stored): Promise<boolean> {
  const [known] = await ctx.db.read(readKnownTexts(s.projectId, s.sourceId, ""));
  const unwanted = known.filter(({ key }) => !PARTS.some((part) => isWanted(s, part) && key.startsWith(PREFIXES[part]))).slice(0, REMOVE);
  if (unwanted.length > 0) await remove(ctx, s, unwanted);
  return unwanted.length > 0;
}
async function finish(ctx: Ctx, s: Stored): Promise<End> {
  if (await removedUnwanted(ctx, s)) return "again";
  const now = ctx.clock.now();
  await ctx.db.commit([
    writeEnd(s, { fault: null, lost: false, now }),
    writeFilledState(s.projectId, s.sourceId, null, hasEnded(s)),
    writeSynced(s.projectId, s.sourceId, now, hasEnded(s)),
  ]);
}

/** After days without access what was read is removed; until then it may be a token that somebody renews. */
async function fail(ctx: Ctx, s: Stored, fault: SyncFault): Promise<End> {
  const now = ctx.clock.now();
  const lost = s.step === "start" && LOST.includes(fault);
  if (lost && s.lostAt !== null && now - s.lostAt >= days(KEPT_DAYS)) {
    await ctx.db.commit([writeEmptying(s, fault)]);
    return "again";
  }
  await end(ctx, s, fault, lost);
}
const end = async (ctx: Ctx, s: Stored, fault: SyncFault, lost: boolean, isEmptied = false): Promise<unknown> =>
  await ctx.db.commit([
    writeEnd(s, { fault, lost, isEmptied, now: ctx.clock.now() }),
    writeFilledState(s.projectId, s.sourceId, "failed", hasEnded(s)),
  ]);
async function empty(ctx: Ctx, s: Stored): Promise<End> {
  const [known] = await ctx.db.read(readKnownTexts(s.projectId, s.sourceId, ""));
  if (known.length === 0) return void (await end(ctx, s, s.sync?.fault ?? "missing", true, true));
  await ctx.db.commit([
    ...writeItemsRemoved(
      s.projectId,
      s.sourceId,
      known.slice(0, REMOVE).map(({ id }) => id),
      isAt(s),
    ),
  ]);
  await deleteRemovedItems(ctx);
  return "again";
}

async function pause(ctx: Ctx, s: Stored, fault: SyncFault, ms: number): Promise<void> {
  const now = ctx.clock.now();
  const work = writeSyncJob({ ...s, waits: s.waits + 1 }, now, now + ms, waited(s));
  await ctx.db.commit([writeWait(s, fault, now + ms), work.statement]);
}
/** A sync whose job gave up. */
export const endStuck = async (ctx: Ctx, s: Stored): Promise<unknown> => await end(ctx, s, "unavailable", false);
