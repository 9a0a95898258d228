import { expect, test } from "vitest";
import { invalidRequest } from "./index.ts";

test("a sentence is the whole message, a fragment is prefixed with its path, and both keep the path in the body", () => {
  const issues = [{ path: "name", message: "This can’t be empty." }];
  expect(invalidRequest(issues).message).toBe("This can’t be empty.");
  expect(invalidRequest(issues).details["issues"]).toEqual(issues);
  expect(invalidRequest([{ path: "cursor", message: "is not a cursor of this list" }]).message).toBe(
    "cursor: is not a cursor of this list",
  );
  expect(invalidRequest([]).message).toBe("The request is invalid.");
});
