// Vitest reporter for `npm test`: prints one line for each finished file. Failures are read from the JSON report (results.ts).
import type { Reporter, TestModule } from "vitest/node";
import { relative } from "node:path";
import { ROOT } from "./paths.ts";

export default class FileReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const tests = [...module.children.allTests()];
    const failed = module.ok() ? 0 : Math.max(1, tests.filter((test) => test.result().state === "failed").length);
    const passed = tests.filter((test) => test.result().state === "passed").length;
    const seconds = (module.diagnostic().duration / 1000).toFixed(1);
    const line = `${relative(ROOT, module.moduleId)}  ${passed} passed${failed > 0 ? `, ${failed} FAILED` : ""}, ${seconds} s`;
    process.stdout.write(`  ${line}\n`);
  }
}
