// Reports measurements of a browser test; they appear beside the test in the HTML report.
import { test } from "@playwright/test";

/** Adds a line to the running test's report. */
export const reportFigure = (text: string): void => void test.info().annotations.push({ type: "figure", description: text });
