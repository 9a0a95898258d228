import { pathOf } from "#kernel/wire/route.ts";
import { expect, test } from "vitest";
import * as actions from "../contract.ts";
import { actionPaths } from "./action-paths.ts";

const id = "cnv_01j00000000000000000000000";

test("every hand-written path equals the contract's", () => {
  const request = { requestId: "arq_01j00000000000000000000000" };
  expect(actionPaths.list(id)).toBe(pathOf(actions.listActionRequests, { conversationId: id }));
  expect(actionPaths.confirm(request.requestId)).toBe(pathOf(actions.confirmActionRequest, request));
  expect(actionPaths.decline(request.requestId)).toBe(pathOf(actions.declineActionRequest, request));
  expect(actionPaths.code(request.requestId)).toBe(pathOf(actions.requestActionCode, request));
  expect(actionPaths.prove(request.requestId)).toBe(pathOf(actions.proveActionRequest, request));
});
