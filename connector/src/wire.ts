// The wire of the service as the connector knows it. Fields that it doesn't know are ignored, so that a newer service can add some.
import * as v from "valibot";

/** What a computer can be asked to do. */
export const WORK_KINDS = ["report", "reply"] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

const Text = v.pipe(v.string(), v.maxLength(2000));
const Seconds = v.pipe(v.number(), v.minValue(1), v.maxValue(86_400));
export const Authorization = v.object({
  deviceCode: Text,
  userCode: Text,
  verificationUri: Text,
  verificationUriComplete: Text,
  expiresIn: Seconds,
  interval: Seconds,
});
const paired = {
  device: v.object({ id: Text, name: Text }),
  project: v.object({ id: Text, name: Text }),
  person: v.nullable(Text),
  grant: v.object({ kinds: v.array(Text), jobsPerDay: v.number(), expiresAt: Text }),
};
export const Paired = v.object(paired);
export type Paired = v.InferOutput<typeof Paired>;
export const Collected = v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{20,200}$/)), ...paired });
export const Heartbeat = v.object({
  ...paired,
  token: v.nullable(v.pipe(v.string(), v.regex(/^[\w-]{20,200}$/))),
  nextHeartbeat: Seconds,
  waiting: v.optional(v.object({ claimSeconds: Seconds, heartbeatSeconds: Seconds })),
  connector: v.object({ current: Text, minimum: Text }),
});
export const Done = v.object({ ok: v.literal(true) });
export const Problem = v.object({
  error: Text,
  code: Text,
  reason: v.optional(Text),
  interval: v.optional(Seconds),
  retryAfter: v.optional(v.number()),
  minimum: v.optional(Text),
  /** An upload with this client id has not ended yet. */
  pending: v.optional(v.boolean()),
});
export type Problem = v.InferOutput<typeof Problem>;

/** The longest report, in characters as JavaScript counts them, and the longest line of progress. */
export const MAX_REPORT = 15_000;
export const MAX_PROGRESS = 200;
/** The longest question. */
export const MAX_QUESTION = 1000;
/** Files of a task or of a report, and bytes of one. */
export const MAX_FILES = 10;
export const MAX_FILE_BYTES = 25_000_000;
const Id = v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/));
/** Work that was handed to this computer. The task comes from customers and members: it is data, never part of a command. */
export const Work = v.object({
  id: Id,
  kind: Text,
  task: v.pipe(v.string(), v.maxLength(100_000)),
  person: v.nullable(Text),
  /** Names come from customers. */
  files: v.optional(
    v.pipe(
      v.array(
        v.object({
          id: Id,
          name: v.pipe(v.string(), v.maxLength(1000)),
          size: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_FILE_BYTES)),
        }),
      ),
      v.maxLength(MAX_FILES),
    ),
    [],
  ),
  createdAt: Text,
  leaseSeconds: Seconds,
  heartbeatSeconds: Seconds,
});
export type Work = v.InferOutput<typeof Work>;
export const Claimed = v.object({ data: v.nullable(Work), again: v.optional(v.boolean(), false) });
export const Kept = v.object({ data: v.nullable(v.object({ leaseSeconds: Seconds })) });
export const Reported = v.object({ data: v.nullable(v.object({ status: Text })) });
export const Report = v.object({ outcome: v.picklist(["done", "failed"]), report: v.string(), files: v.optional(v.array(Id)) });
export const Uploaded = v.object({ file: v.object({ id: Id }) });
export type Report = v.InferOutput<typeof Report>;
/** What a program asks its person instead of reporting. */
export const Question = v.object({ question: v.string() });
export type Question = v.InferOutput<typeof Question>;
