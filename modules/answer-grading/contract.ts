// Wire contract of grading: what a judge model and people say of the answers of an evaluation's run. Browser-safe.
import { runPath, runsPath } from "#modules/evaluation/contract";

export * from "./contract/agreement.ts";
export * from "./contract/judging.ts";
export * from "./contract/people.ts";

/** Pages of the grading of a run. */
export const gradingPath = (projectId: string, runId: string): string => `${runPath(projectId, runId)}/grading`;
export const judgingPath = (projectId: string, runId: string, judgingId: string): string =>
  `${gradingPath(projectId, runId)}/judgings/${judgingId}`;
export const answersPath = (projectId: string, runId: string): string => `${gradingPath(projectId, runId)}/answers`;
export const disagreementsPath = (projectId: string, runId: string): string => `${gradingPath(projectId, runId)}/disagreements`;
/** The page of one blind grading. */
export const blindPath = (projectId: string, gradingId: string): string => `${runsPath(projectId)}/blind/${gradingId}`;
