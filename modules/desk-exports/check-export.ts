// The job that reads every line of an export before anything is imported: what is wrong with it is found here, with its line.
import { seconds } from "#kernel/clock/index.ts";
import { idOf } from "#kernel/ids/index.ts";
import { handle, job } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { newObjectKey } from "#kernel/objects/index.ts";
import { sourceIdOf } from "#modules/help-import";
import * as v from "valibot";
import { type Fault, FILE_KINDS, type FileKind } from "./contract.ts";
import { BEGINNING, type ExportFile, LineFault, linesFrom } from "./lines.ts";
import {
  type CheckPlace,
  type FoundLine,
  isChecking,
  readExport,
  readPieces,
  type StoredExport,
  writeChecked,
  writeLines,
} from "./queries.ts";
import { replacePiece } from "./replace-piece.ts";
import { checkRecord, isCutOff, isLookedUp, recordOf, teamIn, type TeamMate } from "./rules.ts";

/** A slice ends after this time, or so many bytes. */
const SLICE = seconds(15);
const BYTES = 24 * 1024 * 1024;
const AT_ONCE = 500;
/** People of the team that are kept. */
const MOST_TEAM = 1000;

export const checkJob = job("desk-exports.check", v.object({ projectId: idOf("project"), deskExportId: idOf("deskExport") }));
export const checkJobHandler = handle(checkJob, async (ctx, { projectId, deskExportId }) => {
  const [found] = await ctx.db.read(readExport(projectId, deskExportId));
  if (found?.state !== "checking") return undefined;
  return await checkNext(ctx, found);
});

/** The files of an export in the order in which they are read, each with its pieces. A gap in the pieces is a fault. */
export async function filesOf(
  ctx: Pick<Ctx, "db">,
  { id, projectId, platform }: Pick<StoredExport, "id" | "projectId" | "platform">,
): Promise<ExportFile[]> {
  const [pieces] = await ctx.db.read(readPieces(projectId, id));
  return FILE_KINDS[platform].flatMap((kind): ExportFile[] => {
    const own = pieces.filter((piece) => piece.kind === kind);
    return own.length === 0 ? [] : [{ kind, pieces: own }];
  });
}

async function checkNext(ctx: Ctx, found: StoredExport): Promise<"again" | undefined> {
  const began = ctx.clock.now();
  const lines = { ...found.shown.lines };
  const faulty = async (kind: FileKind, fault: Pick<Fault, "code" | "line">): Promise<undefined> => {
    await ctx.db.commit([writeChecked(found, { at: found.at, lines, state: "faulty", fault: { kind, ...fault } })]);
    return undefined;
  };
  const [all] = await ctx.db.read(readPieces(found.projectId, found.id));
  const pieces = all.filter(({ kind }) => kind !== "pending");
  const files = await filesOf(ctx, found);
  const gap = pieces.find((piece) => piece.n >= pieces.filter(({ kind }) => kind === piece.kind).length);
  if (gap && gap.kind !== "team" && gap.kind !== "pending") return await faulty(gap.kind, { code: "incomplete", line: 1 });
  const begins = files.findIndex(({ kind }) => kind === found.at?.kind);
  let bytes = 0;
  const team = new Map<string, TeamMate>();
  for (const file of files.slice(Math.max(0, begins))) {
    const { kind } = file;
    let place: CheckPlace = found.at?.kind === kind ? found.at : { kind, ...BEGINNING };
    // A list around the records that was opened has to be closed.
    let isOpen = place.isOpen === true;
    let index: FoundLine[] = [];
    const store = async (): Promise<void> => {
      if (index.length > 0) await ctx.db.commit([writeLines(found, kind, index)]);
      index = [];
    };
    try {
      for await (const line of linesFrom(ctx, file, place)) {
        const read = recordOf(line.text);
        if (read === "broken") {
          const isCut = line.isLast && isCutOff(line.text, line.line);
          return await faulty(kind, { code: isCut ? "truncated" : "not_json", line: line.line });
        }
        if (read === "opens" || read === "closes") isOpen = read === "opens";
        if (typeof read === "object") {
          const checked = checkRecord(kind, read.record);
          if ("fault" in checked) return await faulty(kind, { code: checked.fault, line: line.line });
          const { record } = checked;
          lines[kind] = (lines[kind] ?? 0) + 1;
          for (const mate of teamIn(found.platform, kind, record)) team.set(mate.id, mate);
          if (isLookedUp(kind)) index.push({ sourceId: sourceIdOf(record["id"]) ?? "", piece: line.piece, at: line.at, size: line.size });
          if (index.length >= AT_ONCE) await store();
        }
        place = { kind, ...line.next, isOpen };
        bytes += line.size;
        if (bytes > BYTES || ctx.clock.now() - began > SLICE) {
          await store();
          await addTeam(ctx, found, team);
          await ctx.db.commit([writeChecked(found, { at: place, lines, state: "checking", fault: null })]);
          return "again";
        }
      }
    } catch (error) {
      if (error instanceof LineFault) return await faulty(kind, error.fault);
      throw error;
    }
    if (isOpen) return await faulty(kind, { code: "truncated", line: Math.max(1, place.line - 1) });
    await store();
  }
  const [first] = FILE_KINDS[found.platform];
  const empty = files.find(({ kind }) => (lines[kind] ?? 0) === 0);
  if (empty || !files.some(({ kind }) => kind === first)) return await faulty(empty?.kind ?? first, { code: "empty", line: 1 });
  await addTeam(ctx, found, team);
  await ctx.db.commit([writeChecked(found, { at: null, lines, state: "checked", fault: null })]);
  return undefined;
}

/** The people of the team that the check has found. */
export async function readTeam(ctx: Pick<Ctx, "env" | "db">, found: Pick<StoredExport, "projectId" | "id">): Promise<TeamMate[]> {
  const [pieces] = await ctx.db.read(readPieces(found.projectId, found.id));
  const key = pieces.find(({ kind }) => kind === "team")?.key;
  const object = key === undefined ? null : await ctx.env.FILES.get(key);
  return object === null ? [] : ((await object.json()) as TeamMate[]);
}
async function addTeam(ctx: Pick<Ctx, "env" | "db">, found: StoredExport, more: ReadonlyMap<string, TeamMate>): Promise<void> {
  if (more.size === 0) return;
  const { projectId, id } = found;
  const all = new Map([...(await readTeam(ctx, found)).map((mate) => [mate.id, mate] as const), ...more]);
  const text = JSON.stringify([...all.values()].slice(0, MOST_TEAM));
  const objectKey = newObjectKey("x/");
  const put = async (): Promise<void> => void (await ctx.env.FILES.put(objectKey, text));
  await replacePiece(ctx, { projectId, id, kind: "team", n: 0, size: text.length, key: objectKey }, isChecking(projectId, id), put);
}
