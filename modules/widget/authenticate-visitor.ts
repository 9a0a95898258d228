// Authenticates `widget` (key and exact origin), `visitor` (token and exact origin) and `reader` (a visitor or a member, or nobody).
import { accountAuthenticator } from "#modules/accounts";
import { readVisitorSession, tokenHolds, type VisitorSession, writeVisitorTouch } from "#modules/contacts";
import { originHolds, readWidgetByKey, readWidgetOrDeleted, type Widget } from "#modules/projects";
import { anonymous, type Principal, sha256 } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import { forbidden, Refusal, unauthenticated } from "#kernel/errors/index.ts";
import type { Authenticator } from "#kernel/http/index.ts";
import { type ContactId, isId, type ProjectId, type VisitorSessionId } from "#kernel/ids/index.ts";
import { sql } from "#kernel/db/index.ts";
import { m } from "#messages";

/** A visitor's token names project and contact, so that one round trip reads everything; only the secret proves it. */
export const tokenOf = (projectId: ProjectId, contactId: ContactId, secret: string): string => `${projectId}.${contactId}.${secret}`;
async function givenToken(request: Request): Promise<{ projectId: ProjectId; contactId: ContactId; tokenHash: string } | undefined> {
  const [, token] = /^Bearer ([\w.-]{20,200})$/.exec(request.headers.get("authorization") ?? "") ?? [];
  const [projectId = "", contactId = "", secret = ""] = (token ?? "").split(".");
  if (!isId("project", projectId) || !isId("contact", contactId) || secret.length < 20) return undefined;
  return { projectId, contactId, tokenHash: sha256(secret) };
}

/** Whether the request comes from exactly the website's origin; `null` never matches. */
const originFits = (request: Request, widget: Widget | undefined): widget is Widget =>
  widget !== undefined && widget.websiteOrigin !== null && request.headers.get("origin") === widget.websiteOrigin;
const wrongOrigin = () => forbidden(m.widget_wrong_origin());
/** `final`: the widget shows the message and does not start another session. */
const refusedForGood = (says: string) => new Refusal(403, "forbidden", says, { final: true });
const endedForGood = (says: string) => new Refusal(401, "unauthenticated", says, { final: true });
/** For somebody who proves to be a contact that the team has hidden. */
export const chatEnded = () => refusedForGood(m.widget_ended());

export const widgetAuthenticator: Authenticator = {
  who: ["widget"],
  async begin({ request, url, body }) {
    const key =
      url.searchParams.get("key") ??
      (typeof body === "object" && body !== null && "key" in body && typeof body.key === "string" ? body.key : "");
    return {
      claims: {},
      queries: [readWidgetByKey(key)],
      prove([found], tell) {
        const widget = found as Widget | undefined;
        if (!originFits(request, widget)) throw wrongOrigin();
        tell.allowOrigin(widget.websiteOrigin ?? "");
        if (widget.isDeleted) throw refusedForGood(m.widget_gone());
        return { kind: "widget", projectId: widget.projectId };
      },
    };
  },
};

export const visitorAuthenticator: Authenticator = {
  who: ["visitor"],
  async begin({ request, now }) {
    const given = await givenToken(request);
    if (!given) throw unauthenticated(m.widget_session_unknown());
    const origin = request.headers.get("origin") ?? "";
    return {
      claims: { projectId: given.projectId, contactId: given.contactId },
      inBatch: {
        // The session's id is known only after the batch; verbs that prove in their batch do not need it.
        caller: {
          kind: "visitor",
          projectId: given.projectId,
          contactId: given.contactId,
          sessionId: "" as VisitorSessionId,
          verified: false,
        },
        holds: sql`${tokenHolds(given.projectId, given.contactId, given.tokenHash, now)} AND ${originHolds(given.projectId, origin)}`,
        held: (tell) => tell.allowOrigin(origin),
      },
      queries: [readWidgetOrDeleted(given.projectId), readVisitorSession(given.projectId, given.contactId, given.tokenHash, now)],
      prove(rows, tell) {
        const [widget, session] = rows as [Widget | undefined, VisitorSession | undefined];
        if (!originFits(request, widget)) throw session ? wrongOrigin() : unauthenticated(m.widget_session_ended());
        // From here on the page may read the error.
        tell.allowOrigin(widget.websiteOrigin ?? "");
        if (widget.isDeleted) throw endedForGood(m.widget_gone());
        if (session?.contactState === "hidden") throw endedForGood(m.widget_ended());
        if (!session || session.contactState !== "active") throw unauthenticated(m.widget_session_ended());
        return {
          kind: "visitor",
          projectId: given.projectId,
          contactId: given.contactId,
          sessionId: session.id,
          verified: session.verified,
        };
      },
      afterwards(rows) {
        const [, session] = rows as [Widget | undefined, VisitorSession | undefined];
        return session && now - session.lastUsedAt > hours(1) ? writeVisitorTouch(session.id, now) : undefined;
      },
    };
  },
};

/** Visitors by bearer token, members by cookie. Without a valid sign-in, only public content can be read. */
export const readerAuthenticator: Authenticator = {
  who: ["reader"],
  async begin(request) {
    if (request.request.headers.has("authorization")) return visitorAuthenticator.begin(request);
    try {
      const { prove, ...signedIn } = await accountAuthenticator.begin(request);
      return { ...signedIn, prove: (rows, tell) => anonymousUnlessProved(() => prove(rows, tell)) };
    } catch (error) {
      return { claims: {}, queries: [], prove: () => anonymousUnlessProved(() => raise(error)) };
    }
  },
};
function anonymousUnlessProved(prove: () => Principal): Principal {
  try {
    return prove();
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return anonymous;
    throw error;
  }
}
function raise(error: unknown): never {
  throw error;
}
