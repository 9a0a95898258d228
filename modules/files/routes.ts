import { type RegisteredRoute, serveReading } from "#kernel/http/index.ts";
import * as contract from "./contract.ts";
import { readOne } from "./queries.ts";
import { readFile } from "./read-file.ts";

export const routes: RegisteredRoute[] = [
  serveReading(
    contract.readFile,
    (_, { params }) => [readOne(params.fileId)],
    (ctx, _, [file]) => readFile(ctx, file),
  ),
];
