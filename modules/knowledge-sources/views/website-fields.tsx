// Fields of a website: which pages are fetched, how and when.
import { Field, Select, TextArea, TextInput } from "#dashboard/ui/field.tsx";
import { CallError } from "#kernel/wire/route.ts";
import { m } from "#messages";
import type { Way, WebsiteInput } from "../contract.ts";
import { wayName } from "./labels.ts";

export interface WebsiteText {
  readonly way: Way;
  readonly addresses: string;
  readonly include: string;
  readonly exclude: string;
  readonly maxPages: string;
  readonly schedule: WebsiteInput["schedule"];
}
const lines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
export const websiteOf = (text: WebsiteText): WebsiteInput => ({
  way: text.way,
  addresses: lines(text.addresses),
  include: lines(text.include),
  exclude: lines(text.exclude),
  maxPages: Number(text.maxPages),
  schedule: text.schedule,
});
export const textOf = (website: WebsiteInput): WebsiteText => ({
  way: website.way,
  addresses: website.addresses.join("\n"),
  include: website.include.join("\n"),
  exclude: website.exclude.join("\n"),
  maxPages: String(website.maxPages),
  schedule: website.schedule,
});
export const NEW_WEBSITE: WebsiteText = { way: "pages", addresses: "", include: "", exclude: "", maxPages: "200", schedule: "manual" };

export interface CrawlerView {
  readonly missing: readonly string[];
  readonly allowed: boolean;
}
/** The first error of the field or of one of its lines. */
const issue = (error: unknown, field: string): string | undefined =>
  error instanceof CallError
    ? error.problem.issues?.find(({ path }) => path === `website.${field}` || path.startsWith(`website.${field}.`))?.message
    : undefined;

const WAYS = ["pages", "sitemap", "crawler"] as const;
const SCHEDULES = { manual: m.knowledge_schedule_manual, daily: m.knowledge_schedule_daily, weekly: m.knowledge_schedule_weekly } as const;

export function WebsiteFields({
  value,
  onChange,
  crawler,
  error,
}: {
  value: WebsiteText;
  onChange(value: WebsiteText): void;
  crawler: CrawlerView;
  error: unknown;
}) {
  const usable = crawler.missing.length === 0 && crawler.allowed;
  const why =
    crawler.missing.length > 0
      ? m.knowledge_way_missing({ variables: crawler.missing.join(", ") })
      : usable
        ? null
        : m.knowledge_way_not_allowed();
  return (
    <>
      <Field label={m.knowledge_way()} hint={why}>
        <Select
          value={value.way}
          options={WAYS.map((way) => ({ value: way, label: wayName[way](), disabled: way === "crawler" && !usable }))}
          onChange={(way) => onChange({ ...value, way: way as Way })}
        />
      </Field>
      <Field label={m.knowledge_addresses()} hint={m.knowledge_addresses_hint()} error={issue(error, "addresses")}>
        <TextArea
          value={value.addresses}
          spellCheck={false}
          placeholder={value.way === "sitemap" ? "https://acme.example/sitemap.xml" : "https://acme.example/docs"}
          onChange={(event) => onChange({ ...value, addresses: event.target.value })}
        />
      </Field>
      {value.way !== "pages" && (
        <>
          <Field label={m.knowledge_include()} hint={m.knowledge_glob_hint()} error={issue(error, "include")}>
            <TextArea
              rows={2}
              value={value.include}
              spellCheck={false}
              placeholder="https://acme.example/docs/**"
              onChange={(event) => onChange({ ...value, include: event.target.value })}
            />
          </Field>
          <Field label={m.knowledge_exclude()} error={issue(error, "exclude")}>
            <TextArea
              rows={2}
              value={value.exclude}
              spellCheck={false}
              onChange={(event) => onChange({ ...value, exclude: event.target.value })}
            />
          </Field>
        </>
      )}
      <div className="flex flex-wrap gap-4">
        <Field label={m.knowledge_max_pages()} error={issue(error, "maxPages")}>
          <TextInput
            type="number"
            inputMode="numeric"
            min={1}
            max={value.way === "crawler" ? 5000 : 200}
            value={value.maxPages}
            className="max-w-40"
            onChange={(event) => onChange({ ...value, maxPages: event.target.value })}
          />
        </Field>
        <Field label={m.knowledge_schedule()} className="min-w-48">
          <Select
            value={value.schedule}
            options={(["manual", "daily", "weekly"] as const).map((one) => ({ value: one, label: SCHEDULES[one]() }))}
            onChange={(schedule) => onChange({ ...value, schedule: schedule as WebsiteInput["schedule"] })}
          />
        </Field>
      </div>
    </>
  );
}
