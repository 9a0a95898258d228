// Names of the resources of an installation on the platform, all derived from its prefix.
export interface ResourceNames {
  readonly worker: string;
  readonly database: string;
  readonly bucket: string;
  readonly jobs: string;
  readonly deadJobs: string;
}

/** 3 to 40 characters: a lower-case letter, then lower-case letters, digits or hyphens. */
export const isPrefix = (text: string): boolean => /^[a-z][a-z0-9-]{2,39}$/.test(text);

/** The names of the resources of one installation. */
export const namesFor = (prefix: string): ResourceNames => ({
  worker: prefix,
  database: `${prefix}-db`,
  bucket: `${prefix}-files`,
  jobs: `${prefix}-jobs`,
  deadJobs: `${prefix}-jobs-dead`,
});

/** One line for each resource: the output of `setup --plan`. */
export const nameLines = (names: ResourceNames): string[] => [
  `worker       ${names.worker}`,
  `database     ${names.database}`,
  `bucket       ${names.bucket}`,
  `queue        ${names.jobs}`,
  `dead letters ${names.deadJobs}`,
];
