// Measures one cold start in its own process: `node cold-start-once.ts <product|floor> <new|kept> <state>` prints the milliseconds
// from the start of the runtime to the first response that read the database.
import { startFloor } from "./floor/start.ts";
import { serveBuild } from "../scripts/lib/serve.ts";

const [side, age, state = ""] = process.argv.slice(2);
const began = performance.now();
const started = side === "floor" ? await startFloor(state, true) : await serveBuild({ state, tick: false });
if ("makeTables" in started && age === "new") await started.makeTables();
const answer = await fetch(`${started.url}${side === "floor" ? "/read" : "/login"}`, { redirect: "manual" });
await answer.text();
if (answer.status >= 400) throw new Error(`the first answer was ${answer.status}`);
process.stdout.write(`${performance.now() - began}\n`);
await started.stop();
process.exit(0);
