// Makes the images of a run, one call of the model for each. A call is noted before it is made: if nobody stored how it went, the run ends, because
// the image may have been made and charged. It is never asked for twice.
import { Refusal } from "#kernel/errors/index.ts";
import { type ModelCallId, newId } from "#kernel/ids/index.ts";
import { handle } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";
import { beginImage, callForImage, type ImageRun, ModelError } from "#modules/ai";
import { choiceOf } from "#modules/ai/contract";
import { sizeOf } from "#modules/articles";
import { readKept, storeBytes, writeKeep } from "#modules/files";
import type { RunReason } from "../contract.ts";
import { mustHaveSetting } from "../image-model.ts";
import {
  imageIsThere,
  isOpen,
  type NewImage,
  readImage,
  readIsCalling,
  readWork,
  type Work,
  writeCalling,
  writeCost,
  writeEnded,
  writeImage,
} from "../queries.ts";
import { hasManifest, isUsable, MAX_IMAGE_BYTES, MODEL_TIME, promptOf } from "../rules.ts";
import { imageJob } from "./job.ts";

type End = void | "again";

export const imageHandler = handle(imageJob, async (ctx, { runId }, { projectId }): Promise<End> => {
  if (projectId === null) return;
  const [run] = await ctx.db.read(readWork(projectId, runId));
  if (!run) return;
  if (run.callId !== null) return await fail(ctx, run, "unknown");
  return await makeOne(ctx, run);
});

const fail = async (ctx: Ctx, run: Work, reason: RunReason, detail?: string): Promise<void> =>
  void (await ctx.db.commit([writeEnded(run, { state: "failed", reason, ...(detail === undefined ? {} : { detail }) }, ctx.clock.now())]));

async function makeOne(ctx: Ctx, run: Work): Promise<End> {
  const asked = await requestOf(ctx, run);
  if (typeof asked === "string") return await fail(ctx, run, asked);
  let call: ModelCallId;
  let answer: Awaited<ReturnType<typeof callForImage>>;
  try {
    const beginning = beginImage(ctx, {
      ...asked,
      alongside: (id, begun) => [writeCalling(run, id, ctx.clock.now(), begun)],
    });
    const [found] = await ctx.db.commitAndRead(beginning.writes, beginning.started);
    const begun = beginning.begun(found);
    call = begun.id;
    const [mine] = await ctx.db.read(readIsCalling(run, call));
    // Cancelled meanwhile, or made by another attempt of this job: nothing is asked.
    if (!mine) return void (await ctx.db.commit(beginning.unmade));
    answer = await callForImage(ctx, asked, begun);
  } catch (error) {
    if (error instanceof ModelError) return await fail(ctx, run, "model_failed", error.message);
    if (error instanceof Refusal) return await fail(ctx, run, error.code === "not_configured" ? "not_configured" : "ceiling_reached");
    throw error;
  }
  return await store(ctx, run, call, answer);
}

/** What the model is asked, or why it can't be. The setting is that of the run's beginning, whose price was shown. */
async function requestOf(ctx: Ctx, run: Work): Promise<ImageRun | RunReason> {
  const choice = choiceOf(run.model);
  const quality = run.quality as ImageRun["quality"];
  try {
    mustHaveSetting(ctx.config);
  } catch (error) {
    if (error instanceof Refusal) return "not_configured";
    throw error;
  }
  if (choice === undefined) return "not_configured";
  const edited = run.parentId === null ? undefined : await bytesOf(ctx, run);
  if (edited === "gone") return "parent_gone";
  const prompt = promptOf({ ...run, edits: edited !== undefined });
  return { projectId: run.projectId, choice, prompt, edited, size: run.size, quality, timeout: MODEL_TIME };
}
async function bytesOf(ctx: Ctx, { projectId, parentId }: Work): Promise<Uint8Array | "gone" | undefined> {
  if (parentId === null) return undefined;
  const [parent] = await ctx.db.read(readImage(projectId, parentId));
  const [[file]] = parent ? await ctx.db.read(readKept(projectId, [parent.fileId])) : [[]];
  const object = file ? await ctx.env.FILES.get(file.objectKey) : null;
  return object ? new Uint8Array(await object.arrayBuffer()) : "gone";
}

/** Stores the image as a file, with its bytes as they came, because a manifest of its origin covers them. */
async function store(ctx: Ctx, run: Work, call: ModelCallId, answer: Awaited<ReturnType<typeof callForImage>>): Promise<End> {
  const { bytes, cost, ending } = answer;
  const now = ctx.clock.now();
  const size = bytes.byteLength <= MAX_IMAGE_BYTES ? sizeOf(bytes) : undefined;
  const file =
    size &&
    (await storeBytes(ctx, {
      ...{
        projectId: run.projectId,
        owner: `image-run:${run.id}`,
        contactId: null,
        name: `image-${run.made + 1}`,
        clientId: call,
        place: 0,
        bytes,
      },
      when: isOpen(run),
    }));
  const paid = [...ending, writeCost(run, call, cost, now)];
  if (size === undefined || (file !== undefined && !isUsable(file.type, size))) {
    const ended = writeEnded(run, { state: "failed", reason: "unusable", detail: m.image_studio_unusable() }, now);
    return void (await ctx.db.commit([...paid, ended]));
  }
  // Cancelled meanwhile: it is paid, and nothing of it is kept.
  if (file === undefined) return void (await ctx.db.commit(paid));
  const image: NewImage = {
    ...{ id: newId("studioImage", now), fileId: file.id, type: file.type, size: file.size },
    ...size,
    signed: hasManifest(bytes),
    cost,
  };
  await ctx.db.commit([
    // The cost counts in the batch that stores what it bought.
    ...ending,
    ...writeImage(run, call, image, now),
    writeKeep(run.projectId, file.id, imageIsThere(run.projectId, image.id)),
    writeCost(run, call, cost, now),
  ]);
  return run.made + 1 < run.wanted ? "again" : undefined;
}
