export { hint, recoverJobs, runJob } from "./dispatch.ts";
export { handle, type Job, job, type JobHandler, type JobMeta } from "./job.ts";
export { type NewJob, writeEndProjectJobs, writeJobs } from "./queries.ts";
