// What a test of a model found out, in words.
import { CircleAlert, CircleCheck } from "lucide-react";
import { m } from "#messages";
import type { ModelTestResult } from "../../contract.ts";
import { formatCount, formatUsd } from "../format.ts";

export function TestResult({ result }: { result: ModelTestResult }) {
  const { works, problem, took, inputTokens, outputTokens, costUsd, source, tools, images } = result;
  const Glyph = works ? CircleCheck : CircleAlert;
  return (
    <div className={works ? "rounded-md bg-ok-soft px-3 py-2 text-ok-text" : "rounded-md bg-bad-soft px-3 py-2 text-bad-text"}>
      <p className="flex items-start gap-2 font-medium">
        <Glyph className="mt-0.5 size-4 shrink-0" aria-hidden />
        {works ? m.ai_test_works({ seconds: (took / 1000).toFixed(1) }) : (problem?.sentence ?? "")}
      </p>
      {problem && problem.words !== "" && (
        <p dir="auto" className="mt-1 ps-6 text-xs wrap-anywhere">
          {m.ai_test_words({ words: problem.words })}
        </p>
      )}
      {works && (
        <ul className="mt-1 grid gap-0.5 ps-6 text-xs">
          <li>
            {source === "own"
              ? m.ai_test_free({ input: formatCount(inputTokens), output: formatCount(outputTokens) })
              : m.ai_test_cost({ cost: formatUsd(costUsd), input: formatCount(inputTokens), output: formatCount(outputTokens) })}
          </li>
          {source === "dearest" && <li>{m.ai_test_dearest()}</li>}
          <li>{tools === null ? m.ai_test_tools_unknown() : tools ? m.ai_test_tools() : m.ai_test_no_tools()}</li>
          <li>{images === null ? m.ai_test_images_unknown() : images ? m.ai_test_images() : m.ai_test_no_images()}</li>
        </ul>
      )}
    </div>
  );
}
