// Public homepage of the installation: where customers find help, and where the team signs in. It does not load the widget, and it shows of
// projects only the help centers that anybody can open.
import { readInstallation } from "#kernel/auth/index.ts";
import { type Html, html, pageResponse, type RequestCtx } from "#kernel/http/index.ts";
import { m } from "#messages";
import { type OpenCenter, readOpenCenters } from "#modules/help-center";

/** A page lists this many; a company rarely has more than one. */
const MOST = 24;

/** The homepage as a response. */
export async function homepage(ctx: RequestCtx): Promise<Response> {
  // Without its database the page still says where to go.
  const [installation, centers] = await ctx.db
    .read(readInstallation(), readOpenCenters(MOST + 1))
    .catch(() => [{ firstOwnerId: "unknown", name: null }, []] as const);
  return homepageOf({ name: installation?.name ?? null, centers, isSetUp: installation?.firstOwnerId !== undefined });
}

interface Shown {
  /** Null until the first owner gives one. */
  readonly name: string | null;
  readonly centers: readonly OpenCenter[];
  readonly isSetUp: boolean;
}

/** The page for what is known of the installation. */
export const homepageOf = ({ name, centers, isSetUp }: Shown): Response =>
  pageResponse({
    title: m.operations_home_page(),
    description: name === null ? m.operations_home_description() : m.operations_home_description_of({ name }),
    brand: name,
    wide: true,
    beside: isSetUp
      ? html`<a class="button secondary" href="/login">${m.operations_home_sign_in()}</a>`
      : html`<a class="button" href="/setup">${m.operations_home_set_up()}</a>`,
    body: html`<h1 dir="auto">${name === null ? m.operations_home_page() : m.operations_home_title({ name })}</h1>
      <p>${!isSetUp ? m.operations_home_not_set_up() : centers.length > 0 ? m.operations_home_lead() : m.operations_home_lead_no_help()}</p>
      ${centers.length > 0 && helpCenters(centers)}
      <h2>${m.operations_home_customer()}</h2>
      <ul class="cards">
        <li>
          <div class="card"><b>${m.operations_home_chat()}</b><span>${m.operations_home_chat_lead()}</span></div>
        </li>
        <li>
          <div class="card"><b>${m.operations_home_email()}</b><span>${m.operations_home_email_lead()}</span></div>
        </li>
      </ul>
      <h2>${m.operations_home_team()}</h2>
      <p>${m.operations_home_team_lead()}</p>
      <footer>${m.operations_home_about()}</footer>`,
  });

const helpCenters = (centers: readonly OpenCenter[]): Html =>
  html`<h2>${m.operations_home_help()}</h2>
    <ul class="cards">
      ${centers.slice(0, MOST).map(
        ({ slug, title, description }) =>
          html`<li>
            <a class="card" href="/help/${slug}/"
              ><b dir="auto">${title}</b>${description !== "" && html`<span dir="auto">${description}</span>`}</a
            >
          </li>`,
      )}
    </ul>
    ${centers.length > MOST && html`<p>${m.operations_home_more_help()}</p>`}`;
