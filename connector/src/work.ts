// One piece of work from its claim to its report. What must survive a restart is on disk before anything depends on it.
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isAgreed, isTerminal } from "./ask.ts";
import { type Adapter, type Config, isWithin } from "./config.ts";
import { requireCredential } from "./credential.ts";
import { Failure } from "./failure.ts";
import { folder, makeFolder } from "./folder.ts";
import { forgetHeld, type Held, pairingOf, readHeld, writeHeld } from "./held-work.ts";
import { type Ending, keepAlive } from "./keep-alive.ts";
import { quoted, stdout } from "./output.ts";
import { pause } from "./pause.ts";
import { endGroup, HAS_GROUPS, startOf } from "./process-group.ts";
import { startProgram } from "./program.ts";
import { questionOf, reportOf, reportOfQuestion, withLeftOut } from "./report-text.ts";
import { Refused, Unreachable } from "./service.ts";
import { askAboutWork, claim, reportWork, showWorking } from "./session.ts";
import { type Question, type Report, type Work, WORK_KINDS, type WorkKind } from "./wire.ts";
import { visible } from "./visible.ts";
import { collectOutput, fetchTaskFiles, FilesMissing, OUTPUT, sendOutput } from "./work-files.ts";
import { log } from "./work-log.ts";

/** The longest pause between two attempts to report, in seconds. */
const LONGEST = 60;

/** Why work of a kind that the grant allows is not taken here; undefined if it is. */
export function whyNot(kind: WorkKind, config: Config | undefined): string | undefined {
  const adapter = config?.work[kind];
  if (!adapter) return `Work of the kind “${kind}” is not taken: the configuration has no command for it.`;
  if (!HAS_GROUPS) return `Work of the kind “${kind}” is not taken: this system can’t end a program with everything that it has started.`;
  if (adapter.ask === "always" && !isTerminal())
    return `Work of the kind “${kind}” is not taken: you want to be asked before each job, and there is no terminal to ask you at. Set "ask": "never", or run the connector in a terminal.`;
  return undefined;
}

/** What became of a turn: work was done; there was none; or there was none, but a look at once may find some. */
export type Turn = "done" | "none" | "again";

/**
 * Takes one piece of work and does it. With `wait`, waits for it so many seconds. Resolves early when `stop` is given: what was begun begins
 * again with the next start.
 */
export async function doWork(config: Config | undefined, kinds: readonly WorkKind[], stop: AbortSignal, wait?: number): Promise<Turn> {
  const pairing = pairingOf(requireCredential());
  const held = await resume(pairing);
  if (held?.report && held.job) {
    await deliver(held, held.job.id, held.report, stop);
    return "done";
  }
  if (!config || kinds.length === 0) return "none";
  const claimId = held?.claimId ?? randomUUID();
  if (!held) writeHeld({ pairing, claimId });
  // What may be work that this computer has already is asked for at once.
  const { data: work, again } = await claim(claimId, kinds, wait === undefined || held ? undefined : { seconds: wait, signal: stop });
  if (!work) {
    if (held?.job) {
      stdout(`Work ${held.job.id} was taken back or finished meanwhile. It is not begun again.\n`);
      log("taken back", { work: held.job.id });
    }
    forgetHeld();
    // Of a claim that an earlier run has left, no work was waited for.
    return again || (held && wait !== undefined) ? "again" : "none";
  }
  if (held?.job) stdout(`Work ${work.id} was interrupted. It begins again, in a fresh folder.\n`);
  await perform({ pairing, claimId }, work, config, stop);
  return "done";
}

/** What an earlier run has left, after ending what it left running. */
async function resume(pairing: string): Promise<Held | undefined> {
  const held = readHeld();
  if (!held) return undefined;
  const { job } = held;
  if (job?.process && startOf(job.process.id) === job.process.start) await endGroup(job.process.id);
  if (job) removeFolder(job.folder);
  if (held.pairing === pairing) return held;
  // It belongs to a pairing that has ended.
  log("forgotten", { work: job?.id, report: held.report });
  forgetHeld();
  return undefined;
}

async function perform(held: Held, work: Work, config: Config, stop: AbortSignal): Promise<void> {
  const from = work.person === null ? "" : ` from ${visible(work.person)}`;
  stdout(`\nWork ${work.id} (${visible(work.kind)})${from}:\n${quoted(work.task)}\n`);
  for (const { name, size } of work.files) stdout(`${quoted(`with the file ${visible(name)}, ${size} bytes`)}\n`);
  const files = work.files.map(({ name, size }) => ({ name, size }));
  log("asked", { work: work.id, kind: work.kind, from: work.person, task: work.task, ...(files.length > 0 && { files }) });
  const kind = WORK_KINDS.find((each) => each === work.kind);
  const adapter = kind && config.work[kind];
  const report =
    kind === undefined || !adapter || whyNot(kind, config) !== undefined
      ? { outcome: "failed" as const, report: "This computer is not set up for work of this kind." }
      : await attempt(held, work, adapter, config, stop);
  if (!report) return;
  writeHeld({ ...held, job: { id: work.id, kind: work.kind, folder: "" }, report });
  log("ended", { work: work.id, ...report });
  if ("question" in report) stdout(`Work ${work.id} asks:\n${quoted(report.question)}\n`);
  else stdout(report.outcome === "done" ? `Work ${work.id} is done.\n` : `Work ${work.id} failed:\n${quoted(report.report)}\n`);
  await deliver(held, work.id, report, stop);
}

/** Asks the person, and runs the program while the service lets it. Undefined when there is nothing to report. */
async function attempt(
  held: Held,
  work: Work,
  adapter: Adapter,
  config: Config,
  stop: AbortSignal,
): Promise<Report | Question | undefined> {
  const over = new AbortController();
  let ending: Ending | undefined;
  let program: ReturnType<typeof startProgram> | undefined;
  let place: string | undefined;
  const finish = (): void => {
    over.abort();
    void program?.end();
  };
  stop.addEventListener("abort", finish);
  const alive = keepAlive(work, held.claimId, {
    until: over.signal,
    progress() {
      const line = program?.takeProgress();
      if (line !== undefined) stdout(`  ${line}\n`);
      return line;
    },
    end(why) {
      ending = why;
      finish();
    },
  });
  let report: Report | Question | undefined;
  try {
    if (stop.aborted) return undefined;
    await showWorking();
    const agreed = adapter.ask === "never" || (await isAgreed("Run it? [y/N] ", over.signal).catch(unlessAborted(over.signal)));
    if (agreed === false) report = { outcome: "failed", report: "The person at the computer declined this work." };
    if (agreed === true && !over.signal.aborted) {
      const made = freshFolder(adapter, config, work);
      if (made instanceof Failure) return { outcome: "failed", report: made.message };
      place = made;
      // On disk before anything runs, so that the folder is found after a crash; then with the program, so that this is found too.
      const job = { id: work.id, kind: work.kind, folder: place };
      writeHeld({ ...held, job });
      const task = await withFiles(held, work, adapter, place, over.signal);
      if (task instanceof FilesMissing) return { outcome: "failed", report: task.message };
      if (over.signal.aborted) return settle(ending, work);
      mkdirSync(join(place, OUTPUT), { mode: 0o700 });
      program = startProgram(adapter, { ...work, task }, place);
      if (program.process) writeHeld({ ...held, job: { ...job, process: program.process } });
      log("started", { work: work.id, command: adapter.command });
      const result = await program.result;
      if (!over.signal.aborted)
        report = questionOf(result) ?? (await reportWith(reportOf(result), held, work, adapter, place, over.signal));
      if (over.signal.aborted) report = undefined;
    }
  } finally {
    stop.removeEventListener("abort", finish);
    over.abort();
    await program?.end();
    await program?.result;
    await alive;
    if (place !== undefined) removeFolder(place);
  }
  if (report) return report;
  return settle(ending, work);
}

/** The task with the names of its files, which are in the folder then; `FilesMissing` when they can't be had. */
async function withFiles(
  { claimId }: Held,
  work: Work,
  { fileBytes }: Adapter,
  place: string,
  over: AbortSignal,
): Promise<string | FilesMissing> {
  try {
    const lines = await fetchTaskFiles(work, claimId, place, fileBytes, over);
    return lines.length === 0 ? work.task : `${work.task}\n\n--- Files, in the folder of this work\n${lines.join("\n")}\n`;
  } catch (error) {
    if (error instanceof FilesMissing) return error;
    if (error instanceof Refused) return new FilesMissing(`A file of the task can’t be read: ${error.message}`);
    throw error;
  }
}
/** The report with the files that the program has left, which the service has then. */
async function reportWith(
  report: Report,
  { claimId }: Held,
  work: Work,
  { reportFileBytes }: Adapter,
  place: string,
  over: AbortSignal,
): Promise<Report> {
  const found = collectOutput(place, reportFileBytes);
  const { ids, leftOut } = await sendOutput(work, claimId, found.files, over);
  const text = withLeftOut(report.report, [...found.leftOut, ...leftOut]);
  return { ...report, report: text, ...(ids.length > 0 && { files: ids }) };
}

const unlessAborted =
  (signal: AbortSignal) =>
  (error: unknown): undefined => {
    if (!signal.aborted) throw error;
  };
/** What follows when work ended before its time: nothing is reported. */
function settle(ending: Ending | undefined, { id }: Work): undefined {
  log("interrupted", { work: id, why: ending instanceof Failure ? ending.message : (ending ?? "the connector was stopped") });
  if (ending instanceof Failure) throw ending;
  if (ending === "taken back") {
    stdout(`Work ${id} was taken back. What ran for it was ended.\n`);
    forgetHeld();
  }
  if (ending === "no contact") stdout(`Work ${id} was ended, because the service could not be reached. It begins again when it can.\n`);
}

/** Removes a job's folder. A program can make that impossible, as with folders that nobody may write to: then it stays, and work goes on. */
function removeFolder(path: string): void {
  if (path === "") return;
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    stdout(`${path} can’t be removed: ${(error as Error).message}\n`);
  }
}
/** A new folder for one job, in the folder of the configuration or the connector's own. A failure if links lead out of what is allowed. */
function freshFolder({ folder: chosen }: Adapter, config: Config, work: Work): string | Failure {
  let parent = chosen;
  if (parent === undefined) {
    makeFolder();
    parent = join(folder(), "work");
    mkdirSync(parent, { recursive: true, mode: 0o700 });
  } else {
    try {
      const roots = config.folders.map((path) => realpathSync(path));
      parent = realpathSync(parent);
      if (!isWithin(parent, roots)) throw new Error("a link leads out of the allowed folders");
    } catch (error) {
      return new Failure(`The working folder can’t be used: ${(error as Error).message}`);
    }
  }
  const made = mkdtempSync(join(parent, `seed-desk-${work.kind}-`));
  chmodSync(made, 0o700);
  return made;
}

/** Reports or asks until the service has answered, or `stop` is given: then what is to be said stays on disk. */
async function deliver(held: Held, id: string, report: Report | Question, stop: AbortSignal): Promise<void> {
  const { claimId } = held;
  const isQuestion = "question" in report;
  for (let failures = 0; !stop.aborted; failures += 1) {
    try {
      const isStored = isQuestion ? await askAboutWork(id, claimId, report) : await reportWork(id, claimId, report);
      if (isStored) log(isQuestion ? "question sent" : "reported", { work: id });
      else refused(id, "it was taken back");
      return forgetHeld();
    } catch (error) {
      if (error instanceof Refused && isQuestion) {
        // Too many questions, or an older service: it ends with a report, so that the work does not stay open.
        const instead = reportOfQuestion(report, visible(error.message));
        writeHeld({ ...held, report: instead });
        return await deliver(held, id, instead, stop);
      }
      if (error instanceof Refused) {
        refused(id, error.message);
        return forgetHeld();
      }
      if (!(error instanceof Unreachable)) throw error;
      if (failures === 0)
        stdout(`${error.message}\nThe ${isQuestion ? "question" : "report"} of work ${id} is kept, and sent when that works again.\n`);
      const seconds = Math.min(LONGEST, 2 ** Math.min(failures + 1, 10)) * (0.75 + Math.random() / 2);
      await pause(seconds, stop);
    }
  }
}
function refused(id: string, why: string): void {
  log("report refused", { work: id, why });
  stdout(`The report of work ${id} was refused: ${why}. It is kept in the connector’s log only.\n`);
}
