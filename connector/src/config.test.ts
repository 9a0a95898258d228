import { expect, test } from "vitest";
import { checkConfig, isWithin } from "./config.ts";

const faults = (config: unknown): readonly string[] => {
  const checked = checkConfig(JSON.stringify(config));
  return "faults" in checked ? checked.faults : [];
};

test("nothing is run that isn't on the lists, and the person is asked unless told otherwise", () => {
  const work = { report: { command: ["/bin/agent", "--print"], folder: "/srv/jobs/here" } };
  expect(checkConfig(JSON.stringify({ commands: ["/bin/agent"], folders: ["/srv/jobs"], work }))).toEqual({
    config: {
      ...{ commands: ["/bin/agent"], folders: ["/srv/jobs"] },
      work: {
        report: {
          ...work.report,
          ...{ environment: ["PATH", "HOME", "LANG", "LC_ALL", "TZ"], ask: "always", seconds: 1800, outputBytes: 1_000_000 },
          ...{ fileBytes: 50_000_000, reportFileBytes: 50_000_000 },
        },
      },
    },
  });
  expect(faults({ work })).toEqual([
    "work.report.command: /bin/agent is not on the list “commands”",
    "work.report.folder: /srv/jobs/here is in none of “folders”",
  ]);
  expect(faults({ commands: ["/bin/agent"], work: { report: { command: "/bin/agent --print" } } })).toHaveLength(1);
  expect(faults({ commands: ["agent"], work: { report: { command: ["agent"] } } })).toEqual(["commands.0: must be an absolute path"]);
});

test("a folder is in another by its path, not by its name", () => {
  const roots = ["/srv/jobs"];
  for (const path of ["/srv/jobs", "/srv/jobs/", "/srv/jobs/a", "/srv/jobs/..a", "/srv/x/../jobs/a"])
    expect(isWithin(path, roots)).toBe(true);
  for (const path of ["/srv", "/srv/jobsite", "/srv/jobs/..", "/srv/jobs/../x", "/"]) expect(isWithin(path, roots)).toBe(false);
  expect(isWithin("/srv/jobs", [])).toBe(false);
});
