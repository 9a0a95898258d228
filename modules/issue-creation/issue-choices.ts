// What a repository offers for a new issue: labels, assignees, milestones, types, templates and forms.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { fieldOf, textOf } from "#kernel/http/service-response.ts";
import {
  askCodeHost,
  asking,
  type ClientCtx,
  CodeHostError,
  credentialOf,
  mustBeChosen,
  notConnected,
  readRepositoryFacts,
} from "#modules/code-hosting";
import type { IssueChoices, IssueTemplate, LISTS } from "./contract.ts";
import { allowsBlank, templateOf } from "./issue-templates.ts";

type Ctx = RequestCtx<MemberPrincipal>;
type List = (typeof LISTS)[number];
/** Of one page, GitHub's most; and how many pages are read. */
const PER_PAGE = 100;
const PAGES = 3;
const MAX_TEMPLATES = 10;
const MAX_TEMPLATE = 100_000;
const FOLDER = ".github/ISSUE_TEMPLATE";

export async function issueChoices(ctx: Ctx, { repository }: { repository: string }): Promise<IssueChoices> {
  await mustBeChosen(ctx, repository);
  return await asking(async () => {
    const credential = await credentialOf(ctx, ctx.caller.projectId);
    if (!credential) throw notConnected();
    return await readChoices(ctx, credential.token, repository);
  });
}

async function readChoices(ctx: ClientCtx, token: string, repository: string): Promise<IssueChoices> {
  const facts = await readRepositoryFacts(ctx, token, repository);
  const incomplete = new Set<List>();
  // What one of them lacks must not keep a person from the others; a limit that is used up must.
  const part = async <T>(list: List, run: () => Promise<T>, none: T): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof CodeHostError) || error.fault === "limited" || error.fault === "unauthorized") throw error;
      // There are none: users have no types of issues, and most repositories no templates.
      if (error.fault !== "missing" && error.fault !== "gone") incomplete.add(list);
      return none;
    }
  };
  const named = (list: List, path: string, field: string) =>
    part(list, async () => (await pagesOf(ctx, token, path, () => incomplete.add(list))).flatMap((one) => nameOf(one, field)), []);
  const at = `/repos/${facts.name}`;
  const [labels, assignees, milestones, types, templates] = await Promise.all([
    named("labels", `${at}/labels`, "name"),
    named("assignees", `${at}/assignees`, "login"),
    part(
      "milestones",
      async () =>
        (await pagesOf(ctx, token, `${at}/milestones?state=open`, () => incomplete.add("milestones"))).flatMap((one) => {
          const [number, title] = [fieldOf(one, "number"), nameOf(one, "title")[0]];
          return typeof number === "number" && title !== undefined ? [{ number, title }] : [];
        }),
      [],
    ),
    part(
      "types",
      async () => {
        const { body } = await askCodeHost(ctx, token, `/orgs/${facts.name.split("/")[0]}/issue-types`);
        return (Array.isArray(body) ? body : [])
          .filter((one) => fieldOf(one, "is_enabled") !== false)
          .flatMap((one) => nameOf(one, "name"));
      },
      [],
    ),
    part("templates", () => readTemplates(ctx, token, at, () => incomplete.add("templates")), { items: [], allowsBlank: true }),
  ]);
  return {
    ...{ repository: facts.name, isPrivate: facts.isPrivate, canWrite: facts.canWrite, closed: facts.closed },
    ...{
      labels,
      assignees,
      milestones,
      types,
      templates: templates.items,
      allowsBlank: templates.allowsBlank || templates.items.length === 0,
    },
    incomplete: [...incomplete],
  };
}

const nameOf = (one: unknown, field: string): string[] => {
  const name = textOf(fieldOf(one, field))?.toWellFormed().slice(0, 100);
  return name === undefined ? [] : [name];
};

/** The items of the first pages. */
async function pagesOf(ctx: ClientCtx, token: string, path: string, onMore: () => void): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let page = 1; page <= PAGES; page += 1) {
    const { body } = await askCodeHost(ctx, token, `${path}${path.includes("?") ? "&" : "?"}per_page=${PER_PAGE}&page=${page}`);
    const items: unknown[] = Array.isArray(body) ? body : [];
    found.push(...items);
    if (items.length < PER_PAGE) return found;
  }
  onMore();
  return found;
}

async function readTemplates(
  ctx: ClientCtx,
  token: string,
  at: string,
  onMore: () => void,
): Promise<{ items: IssueTemplate[]; allowsBlank: boolean }> {
  const { body } = await askCodeHost(ctx, token, `${at}/contents/${FOLDER}`);
  const files = (Array.isArray(body) ? body : []).flatMap((one) => {
    const name = textOf(fieldOf(one, "name"));
    return name !== undefined && name.length <= 200 && /^[\w.@ -]+\.(?:md|ya?ml)$/i.test(name) && fieldOf(one, "type") === "file"
      ? [name]
      : [];
  });
  const isConfig = (name: string): boolean => /^config\.ya?ml$/i.test(name);
  const offered = files.filter((name) => !isConfig(name));
  if (offered.length > MAX_TEMPLATES) onMore();
  const source = async (name: string): Promise<string> => {
    const { body: file } = await askCodeHost(ctx, token, `${at}/contents/${FOLDER}/${encodeURIComponent(name)}`);
    return fromBase64(textOf(fieldOf(file, "content")) ?? "");
  };
  const config = files.find(isConfig);
  const [blank, ...items] = await Promise.all([
    config === undefined ? true : source(config).then(allowsBlank),
    ...offered.slice(0, MAX_TEMPLATES).map(async (name) => templateOf(name, await source(name))),
  ]);
  return { items: items.flatMap((one) => (one ? [one] : [])), allowsBlank: blank };
}

function fromBase64(text: string): string {
  if (text.length > MAX_TEMPLATE * 1.4) return "";
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text.replaceAll(/\s/g, "")), (char) => char.codePointAt(0) ?? 0));
  } catch {
    return "";
  }
}

/** The template or form that a draft names; undefined when the repository does not have it any more. */
export async function readTemplate(ctx: ClientCtx, token: string, repository: string, file: string): Promise<IssueTemplate | undefined> {
  if (!/^[\w.@ -]+\.(?:md|ya?ml)$/i.test(file)) return undefined;
  try {
    const { body } = await askCodeHost(ctx, token, `/repos/${repository}/contents/${FOLDER}/${encodeURIComponent(file)}`);
    return await templateOf(file, fromBase64(textOf(fieldOf(body, "content")) ?? ""));
  } catch (error) {
    if (error instanceof CodeHostError && error.fault === "missing") return undefined;
    throw error;
  }
}
