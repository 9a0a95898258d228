export { wakeJobLater, wakeJobs, recoverJobs, jobsToRun, runJob } from "./dispatch.ts";
export { handle, job } from "./job.ts";
export { reviveRuns, type RunWork, sliceOf, workOfRun } from "./run-work.ts";
export type { Job, JobHandler, JobMeta } from "#kernel/module/types.ts";
export { isQueuedFor, isUnderWay, type NewJob, writeEndProjectJobs, writeForgetContact, writeJobs, writeRequeue } from "./queries.ts";
