import { expect, test } from "vitest";
import { workerRoutes } from "./worker-routes.ts";

test("paths and prefixes become routes for any host", () => {
  expect(workerRoutes(["/", "/api/*", "/dashboard*", "/setup"])).toEqual(["*/", "*/api/*", "*/dashboard*", "*/setup"]);
});
test.each([[["/api/*", "!/api/docs/*"]], [["/api/*/files"]], [["api/*"]], [true], [false], [undefined]])(
  "with %j every request passes the asset router",
  (runWorkerFirst) => {
    expect(workerRoutes(runWorkerFirst)).toEqual([]);
  },
);
