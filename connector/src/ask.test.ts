import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { isAgreed } from "./ask.ts";

/** What is made of `typed`, which comes once the question stands there; `ahead` was typed before. */
async function answer(typed: string | undefined, ahead = ""): Promise<boolean> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.write(ahead);
  const shown = new Promise((resolve) => output.once("data", resolve));
  const agreed = isAgreed("Run it? ", new AbortController().signal, { input, output });
  await shown;
  if (typed === undefined) input.end();
  else input.write(typed);
  return await agreed;
}

test("only a yes to this question is one", async () => {
  for (const yes of ["y\n", "Y\n", " yes \r\n"]) expect(await answer(yes)).toBe(true);
  for (const no of ["\n", "n\n", "yy\n", "yes please\n", undefined]) expect(await answer(no)).toBe(false);
  expect(await answer("\n", "y\ny\n"), "typed before the question").toBe(false);
});

test("stops asking when the work is taken back", async () => {
  const taken = new AbortController();
  const asked = isAgreed("Run it? ", taken.signal, { input: new PassThrough(), output: new PassThrough() });
  setTimeout(() => taken.abort(), 300);
  await expect(asked).rejects.toThrow(/abort/i);
  await expect(isAgreed("Run it? ", taken.signal, { input: new PassThrough(), output: new PassThrough() })).rejects.toThrow(/abort/i);
});
