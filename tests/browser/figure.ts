// Measurements that a browser test reports; they appear in the HTML report beside the test.
import { test } from "@playwright/test";

/** Adds a line to the running test. */
export const figure = (text: string): void => void test.info().annotations.push({ type: "figure", description: text });
