// Description list of the known facts about a contact, shown next to a thread and on the contact's page.
import { locale } from "#dashboard/locale.ts";
import { Slot } from "#dashboard/screen.ts";
import { useProjectId } from "#dashboard/session.tsx";
import { languageName } from "#dashboard/ui/language-name.ts";
import { plain } from "#dashboard/ui/plain.ts";
import { Chip } from "#dashboard/ui/chip.tsx";
import { formatTime, RelativeTime } from "#dashboard/ui/time.tsx";
import { m } from "#messages";
import { type ReactNode, useEffect, useId, useState } from "react";
import type { Contact } from "../contract.ts";
import { visitedPage } from "./slots.ts";

/** The address, marked when it is unverified and therefore only a claim. */
export function ContactEmail({ contact }: { contact: Pick<Contact, "email" | "emailVerified"> }) {
  if (contact.email === null) return <span className="text-muted">{m.contacts_no_email()}</span>;
  return (
    <span className="inline-flex min-w-0 max-w-full flex-wrap items-center gap-x-1.5 gap-y-0.5">
      <span dir="auto" className="min-w-0 break-all">
        {plain(contact.email)}
      </span>
      {contact.emailVerified ? <Chip tone="ok">{m.contacts_verified()}</Chip> : <Chip tone="warn">{m.contacts_unverified()}</Chip>}
    </span>
  );
}

export function ContactFacts({ contact }: { contact: Contact }) {
  // What an attribute says is shown with the attributes.
  const metadata = Object.entries(contact.metadata).filter(([key]) => contact.attributes?.[key] === undefined);
  const { lastPage, visit = {} } = contact;
  const browser = [visit.browser, visit.system].filter(Boolean).join(" · ");
  return (
    <>
      {(lastPage || browser !== "" || visit.referrer) && (
        <Facts title={m.contacts_this_visit()}>
          {lastPage && (
            <Fact term={m.contacts_page()}>
              <VisitedPage url={lastPage.url} title={lastPage.title} />
              <EarlierPages pages={contact.pages} />
            </Fact>
          )}
          {browser !== "" && <Fact term={m.contacts_browser()}>{plain(browser)}</Fact>}
          {visit.referrer && (
            <Fact term={m.contacts_came_from()}>
              <PageLink url={visit.referrer} title={siteOf(visit.referrer)} />
            </Fact>
          )}
          {lastPage && contact.lastSeenAt && (
            <Fact term={m.contacts_last_seen()}>
              <RelativeTime at={contact.lastSeenAt} />
            </Fact>
          )}
        </Facts>
      )}
      <Facts title={m.contacts_details()}>
        {visit.timeZone && <LocalTime timeZone={visit.timeZone} />}
        {visit.language && <Fact term={m.contacts_language()}>{languageName(visit.language)}</Fact>}
        {contact.identifier && <Fact term={m.contacts_identifier()}>{plain(contact.identifier)}</Fact>}
        <Fact term={m.contacts_first_seen()}>
          <RelativeTime at={contact.createdAt} />
        </Fact>
        {!contact.lastPage && contact.lastSeenAt && (
          <Fact term={m.contacts_last_seen()}>
            <RelativeTime at={contact.lastSeenAt} />
          </Fact>
        )}
        {metadata.map(([key, value]) => (
          <Fact key={key} term={plain(key)}>
            {valueText(value)}
          </Fact>
        ))}
      </Facts>
    </>
  );
}

export function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-3">
      <h2 className="mb-2 text-xs font-semibold text-muted">{title}</h2>
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-2 gap-y-1.5">{children}</dl>
    </section>
  );
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt dir="auto" className="break-words text-muted">
        {term}
      </dt>
      <dd dir="auto" className="min-w-0 break-words">
        {children}
      </dd>
    </>
  );
}

/** The time of day where the visitor is, with the place that names their time zone. */
function LocalTime({ timeZone }: { timeZone: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  const time = timeIn(timeZone, now);
  if (time === undefined) return null;
  const place = timeZone.split("/").at(-1)?.replaceAll("_", " ");
  return (
    <Fact term={m.contacts_local_time()}>
      <span className="tabular-nums">{time}</span>
      {timeZone.includes("/") && ` · ${place}`}
    </Fact>
  );
}
/** Undefined for a zone that this browser does not know. */
function timeIn(timeZone: string, now: number): string | undefined {
  try {
    return new Intl.DateTimeFormat(locale, { timeZone, weekday: "short", hour: "numeric", minute: "2-digit" }).format(now);
  } catch {
    return undefined;
  }
}
/** "example.org/pricing" */
function siteOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return host.replace(/^www\./, "") + (pathname === "/" ? "" : pathname);
}

/** The pages of the visit before the last one, latest first, behind a button. */
function EarlierPages({ pages = [] }: { pages?: Contact["pages"] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const earlier = pages.slice(0, -1).toReversed();
  if (earlier.length === 0) return null;
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="block min-h-6 text-xs text-muted underline decoration-line-strong underline-offset-2 hover:text-text pointer-coarse:min-h-11"
      >
        {m.contacts_pages_before({ count: earlier.length })}
      </button>
      {open && (
        <ol id={id} className="mt-1 grid gap-1.5 border-s-2 border-line ps-2.5">
          {earlier.map((page, index) => (
            <li key={index} className="min-w-0">
              <VisitedPage url={page.url} title={page.title} />
              <span className="block text-2xs text-muted tabular-nums">{formatTime(page.at)}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** A page of a visit, with what other modules offer for it. */
function VisitedPage(page: { url: string; title: string }) {
  const projectId = useProjectId();
  return (
    <>
      <PageLink {...page} />
      {projectId !== undefined && <Slot of={visitedPage} projectId={projectId} url={page.url} />}
    </>
  );
}

/** The page's path, with the full address in the tooltip. Only web addresses become links. */
function PageLink({ url, ...page }: { url: string; title: string }) {
  const title = plain(page.title);
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return <bdi className="break-all">{title || url}</bdi>;
  return (
    <a
      href={parsed.href}
      target="_blank"
      rel="noreferrer noopener"
      title={parsed.href}
      className="inline-block min-h-6 text-accent-text underline-offset-2 hover:underline"
    >
      <span dir="auto" className="line-clamp-2 break-words">
        {title || parsed.pathname + parsed.search}
      </span>
    </a>
  );
}

function valueText(value: string | number | boolean | null): string {
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? m.contacts_yes() : m.contacts_no();
  return typeof value === "number" ? new Intl.NumberFormat(locale).format(value) : plain(value);
}
