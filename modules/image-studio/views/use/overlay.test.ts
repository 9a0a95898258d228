import { expect, test } from "vitest";
import * as tools from "../../../brand-images/views/drawing/layout.ts";
import { overlaySvg } from "./overlay.ts";

const SIZE = { width: 1200, height: 630 };
const measure = (line: string, size: number): number => line.length * size * 0.55;

test("words are escaped, and stand at the side on which their writing begins", () => {
  const svg = overlaySvg(tools, { text: 'Fish & "chips" <b>', locale: "en", ground: "dark", size: SIZE }, measure);
  expect(svg).toContain("Fish &amp; &quot;chips&quot; &lt;b&gt;");
  expect(svg).toContain('<text x="64"');
  expect(svg).toContain('fill="#ffffff"');
  const arabic = overlaySvg(tools, { text: "العودة إلى المتجر", locale: "ar", ground: "light", size: SIZE }, measure);
  expect(arabic).toContain('direction="rtl"');
  expect(arabic).toContain('<text x="1136"');
});
test("a long title breaks into lines that fit", () => {
  const svg = overlaySvg(
    tools,
    { text: "How to return a vase that came broken out of its box", locale: "en", ground: "dark", size: SIZE },
    measure,
  );
  expect(svg.match(/<text /g)?.length).toBeGreaterThan(1);
});
