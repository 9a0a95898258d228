import { parse } from "#kernel/rich-text/markdown.ts";
import { expect, test } from "vitest";
import { forMessage, linkFor } from "./for-message.ts";

const ORIGIN = "https://desk.example";

test("callouts become quotes, images become links, paths become addresses, and code stays as it is", () => {
  const path = `/files/fil_${"0".repeat(26)}`;
  const given = `> [!WARNING]\n> Hot.\n\n![A cup](${path}) and [more](/help/acme/en/articles/x "t")\n\n\`\`\`\n> [!NOTE]\n[a](/b)\n\`\`\`\n\n[out](https://e.org/x)`;
  expect(forMessage(given, ORIGIN)).toBe(
    `> **Warning**  \n> Hot.\n\n[A cup](${ORIGIN}${path}) and [more](${ORIGIN}/help/acme/en/articles/x "t")\n\n\`\`\`\n> [!NOTE]\n[a](/b)\n\`\`\`\n\n[out](https://e.org/x)`,
  );
});

test("brackets in a title do not end the link", () => {
  expect(parse(linkFor("What [is] it](https://evil.example)", `${ORIGIN}/x`))).toEqual([
    {
      type: "paragraph",
      children: [{ type: "link", href: `${ORIGIN}/x`, children: [{ type: "text", text: "What [is] it](https://evil.example)" }] }],
    },
  ]);
});
