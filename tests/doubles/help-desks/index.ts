// Routes requests to the doubles of Zendesk, Intercom, Freshdesk, Help Scout, and Chatwoot, as their documentation describes what an import
// reads (authentication, pages, rate limits, faults), and to their picture host. They answer a fetch, so that they also serve inside
// workerd.
import { chatwoot, CHATWOOT_TOKEN } from "./chatwoot.ts";
import { type DeskRequest, type SampleDesk, sampleDesk } from "./desk.ts";
import { freshdesk } from "./freshdesk.ts";
import { freshdeskTickets } from "./freshdesk-tickets.ts";
import { helpscout } from "./helpscout.ts";
import { HELPSCOUT_APP, helpscoutInbox } from "./helpscout-inbox.ts";
import { intercom } from "./intercom.ts";
import { intercomInbox } from "./intercom-inbox.ts";
import { sampleSupport, type SupportDesk } from "./tickets.ts";
import { zendesk } from "./zendesk.ts";
import { zendeskSupport } from "./zendesk-support.ts";

export { sampleDesk } from "./desk.ts";

export const HELP_DESK_VARS = {
  ZENDESK_EMAIL: "agent@acme.example",
  ZENDESK_API_TOKEN: "zendesk-token-of-the-double",
  INTERCOM_ACCESS_TOKEN: "intercom-token-of-the-double",
  FRESHDESK_API_KEY: "freshdesk-key-of-the-double",
  HELPSCOUT_API_KEY: "helpscout-key-of-the-double",
  HELPSCOUT_APP_ID: HELPSCOUT_APP.id,
  HELPSCOUT_APP_SECRET: HELPSCOUT_APP.secret,
  CHATWOOT_URL: "https://chatwoot.acme.example",
  CHATWOOT_API_TOKEN: CHATWOOT_TOKEN,
  TEST_HELP_DESK_BASE_URL: "https://desks.example.test",
};
/** The company's subdomain. */
export const SUBDOMAIN = "acme";

export class HelpDesks {
  desk: SampleDesk = sampleDesk();
  /** What the ticketing of all of them serves. */
  support: SupportDesk = sampleSupport();
  /** Maximum page size, so that a few articles make several pages. */
  most = 3;
  /** Every request, as `platform path`. */
  readonly requests: string[] = [];
  /** Every requested picture. */
  readonly pictures: string[] = [];
  /** Requests to hosts without a double; there must be none. */
  readonly strays: string[] = [];
  /** Overrides the next answers, by number of the request; undefined = the usual answer. */
  trouble: (n: number, path: string) => Response | "cut" | "slow" | undefined = () => undefined;
  picture: (url: URL) => Response = () => new Response(PIXEL, { headers: { "content-type": "image/png" } });

  /** Stands in for `ctx.fetch`. */
  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address);
    if (url.origin === "https://images.example.test") {
      this.pictures.push(url.pathname);
      return this.picture(url);
    }
    if (url.origin === HELP_DESK_VARS.TEST_HELP_DESK_BASE_URL) return await this.answer(new Request(address, init));
    this.strays.push(address);
    throw new TypeError("no route to this host");
  };

  async answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const [, platform = "", place = "", ...rest] = url.pathname.split("/");
    const path = `/${rest.join("/")}`;
    this.requests.push(`${platform} ${path}${url.search}`);
    const trouble = this.trouble(this.requests.length, path);
    if (trouble === "cut") throw new TypeError("the connection was reset");
    if (trouble === "slow")
      return await new Promise((_, no) => request.signal.addEventListener("abort", () => no(request.signal.reason as Error)));
    if (trouble !== undefined) return trouble;
    // Searches and sign-ins are posted.
    const isPosted = ["/conversations/search", "/companies/list", "/v2/oauth2/token"].includes(path);
    if (request.method !== (isPosted ? "POST" : "GET")) return new Response(null, { status: 405 });
    const called: DeskRequest = { desk: this.desk, most: this.most, url: new URL(path + url.search, "https://double.example.test") };
    const proof = request.headers.get("authorization") ?? "";
    const asked = {
      proof,
      method: request.method,
      body: isPosted ? new TextDecoder().decode(await request.arrayBuffer()) : "",
      version: request.headers.get("intercom-version"),
    };
    switch (platform) {
      case "chatwoot":
        return chatwoot(this.support, called.url, request.headers.get("api_access_token"));
      case "zendesk":
        return place === SUBDOMAIN
          ? (zendeskSupport(this.support, called.url, this.most, proof) ?? zendesk(called, proof))
          : new Response(null, { status: 302, headers: { location: "https://www.zendesk.com/" } });
      case "intercom":
        return intercomInbox(this.support, called.url, this.most, asked) ?? intercom(called, proof, asked.version);
      case "freshdesk":
        if (place !== SUBDOMAIN) return new Response(null, { status: 404 });
        return freshdeskTickets(this.support, called.url, this.most, proof) ?? freshdesk(called, proof);
      case "helpscout":
        return place === "inbox" ? helpscoutInbox(this.support, called.url, this.most, asked) : helpscout(called, proof);
      default:
        return new Response(null, { status: 404 });
    }
  }
}

const PIXEL: Uint8Array<ArrayBuffer> = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
  (sign) => sign.charCodeAt(0),
);
