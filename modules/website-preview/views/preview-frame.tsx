// The preview of a website in the dashboard: the page in a frame, at the width of a phone or a desktop, with its address and counter.
import { useRouteMutation, useRouteQuery, refusalOf } from "#dashboard/api.ts";
import { locale } from "#dashboard/locale.ts";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { TextInput, Field } from "#dashboard/ui/field.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { Tabs } from "#dashboard/ui/tabs.tsx";
import { m } from "#messages";
import { ExternalLink, RotateCw } from "lucide-react";
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { listPreviewGrants, openPreview, type PreviewedPage, type PreviewGrant } from "../contract.ts";
import { ArticleChoice } from "./article-choice.tsx";
import { COUNTER_EVERY, isUnder } from "./grants.ts";

/** Widths of a usual phone and a usual desktop, in CSS pixels. */
const WIDTHS = { phone: 390, desktop: 1280 } as const;
type Width = keyof typeof WIDTHS;

/** Messages of a page within a second; beyond, the page is ended. Pages that watch their size send some sixty. */
const MESSAGES_A_SECOND = 300;

interface FrameProps {
  readonly projectId: string;
  readonly grant: PreviewGrant;
  /** Path and query of the first page; by default the first that the grant allows. */
  readonly path?: string | undefined;
  /** Id of an article that the widget opens on the first page. */
  readonly article?: string | undefined;
  /** A look that was not saved yet, for the widget in the page. */
  readonly look?: object | undefined;
  readonly startWidth: Width;
}

const isPage = (data: unknown): data is PreviewedPage =>
  typeof data === "object" && data !== null && "type" in data && data.type === "seed-desk-preview-page" && "path" in data;
const number = new Intl.NumberFormat(locale);
/** What somebody enters: a path, or a whole address of the website, with or without its scheme. */
function pathOf(entered: string, { site, paths }: PreviewGrant): { readonly path: string } | { readonly problem: string } {
  const host = site.replace("https://", "");
  const bare = entered.replace(/^https?:\/\//i, "");
  const isOfSite = bare.startsWith(host) && /^(?:$|[/?#])/.test(bare.slice(host.length));
  const at = URL.parse(isOfSite ? `https://${bare}` : entered, site);
  if (at?.origin !== site) return { problem: m.website_preview_address_elsewhere({ site }) };
  if (!paths.some((path) => isUnder(at.pathname, path))) return { problem: m.website_preview_address_outside({ paths: paths.join(", ") }) };
  return { path: at.pathname + at.search + at.hash };
}

function problemOf(entered: string, grant: PreviewGrant): string | undefined {
  const found = pathOf(entered, grant);
  return "problem" in found ? found.problem : undefined;
}

/** Opens a session of the grant when it appears, and another one when an address is entered or the page is reloaded. */
export function PreviewFrame({ projectId, grant, path, article, look, startWidth }: FrameProps) {
  const [width, setWidth] = useState<Width>(startWidth);
  const [typed, setTyped] = useState(path ?? grant.paths[0] ?? "/");
  const at = useRef(typed);
  // A link may ask for a page that the preview doesn't show: it is said, and nothing is opened in its place.
  const [problem, setProblem] = useState(() => problemOf(typed, grant));
  const isRefused = useRef(problem !== undefined);
  const [chosen, setChosen] = useState(article);
  const opened = useRef(article);
  const [isFlooded, setFlooded] = useState(false);
  /** An address is being typed: where the page is must not take its place. */
  const isTyping = useRef(false);
  /** What the frame was sent to last. It goes on from there by itself. */
  const [source, setSource] = useState<string>();
  const frame = useRef<HTMLIFrameElement>(null);
  const latestLook = useRef(look);
  const { mutate, error, isPending } = useRouteMutation(openPreview, { suppressToast: true, invalidates: [listPreviewGrants] });
  const { data: list, refetch } = useRouteQuery(listPreviewGrants, { params: { projectId } }, { every: COUNTER_EVERY });
  const now = list?.items.find(({ id }) => id === grant.id) ?? grant;
  const open = useCallback(() => {
    setFlooded(false);
    mutate(
      { params: { projectId, previewGrantId: grant.id }, body: {} },
      { onSuccess: ({ url }) => setSource(addressOf(url, at.current, opened.current)) },
    );
  }, [mutate, projectId, grant.id]);
  useEffect(() => {
    if (!isRefused.current) open();
  }, [open]);

  const send = useCallback((): void => {
    if (latestLook.current === undefined) return;
    // The page's origin is opaque, so it can't be named. The dashboard's policy lets the frame show nothing but the preview's origin.
    frame.current?.contentWindow?.postMessage({ type: "seed-desk-preview-look", ...latestLook.current }, "*");
  }, []);
  useEffect(() => {
    latestLook.current = look;
    const soon = setTimeout(send, 300);
    return () => clearTimeout(soon);
  }, [look, send]);
  useEffect(() => {
    let counting: ReturnType<typeof setTimeout> | undefined;
    let telling: ReturnType<typeof setTimeout> | undefined;
    let [heard, since] = [0, 0];
    let counted: MessageEventSource | null = null;
    const hear = (event: MessageEvent<unknown>): void => {
      const { source: from, timeStamp } = event;
      if (from === null || from !== frame.current?.contentWindow) return;
      // A page with scripts can send without end, and each message takes time of this page: then the frame goes.
      // What is opened after it is counted anew.
      if (from !== counted || timeStamp - since > 1000) [counted, heard, since] = [from, 0, timeStamp];
      heard += 1;
      if (heard > MESSAGES_A_SECOND) {
        clearTimeout(telling);
        telling = undefined;
        setSource(undefined);
        return setFlooded(true);
      }
      const said = event.data;
      if (!isPage(said) || typeof said.path !== "string") return;
      at.current = said.path.slice(0, 2000);
      // Whatever a page says is text here. Of many things said at once the last one shows.
      telling ??= setTimeout(() => {
        telling = undefined;
        if (!isTyping.current) setTyped(at.current);
        send();
      }, 100);
      // Once its pictures are there. However often a page says something, the counter is read once a second at most.
      counting ??= setTimeout(() => {
        counting = undefined;
        void refetch();
      }, 1000);
    };
    addEventListener("message", hear);
    return () => {
      removeEventListener("message", hear);
      clearTimeout(counting);
      clearTimeout(telling);
    };
  }, [send, refetch]);

  const go = (event: FormEvent): void => {
    event.preventDefault();
    const found = pathOf(typed.trim(), grant);
    if ("problem" in found) return setProblem(found.problem);
    setProblem(undefined);
    at.current = found.path;
    setTyped(at.current);
    isTyping.current = false;
    open();
  };
  const choose = (one: string | undefined): void => {
    setChosen(one);
    opened.current = one;
    open();
  };
  const openTab = (): void => {
    // Opened now, because a browser allows a new tab only as the answer to a click.
    const tab = window.open("about:blank", "_blank");
    if (tab) tab.opener = null;
    mutate(
      { params: { projectId, previewGrantId: grant.id }, body: {} },
      { onSuccess: ({ url }) => tab?.location.replace(addressOf(url, at.current, opened.current)), onError: () => tab?.close() },
    );
  };
  const left = Math.max(0, now.requestLimit - now.used);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <form onSubmit={go} className="flex min-w-40 flex-1 items-start gap-2">
          <Field label={m.website_preview_address()} hideLabel className="min-w-0 flex-1" error={problem}>
            <TextInput
              value={typed}
              spellCheck={false}
              autoCapitalize="off"
              onChange={(event) => {
                isTyping.current = true;
                setProblem(undefined);
                setTyped(event.target.value);
              }}
              onBlur={() => (isTyping.current = false)}
            />
          </Field>
          <Button type="submit">{m.website_preview_go()}</Button>
        </form>
        <ArticleChoice projectId={projectId} value={chosen} onChange={choose} />
        <IconButton label={m.website_preview_reload()} icon={RotateCw} onClick={open} className="my-1 pointer-coarse:my-0" />
        <IconButton label={m.website_preview_tab()} icon={ExternalLink} onClick={openTab} className="my-1 pointer-coarse:my-0" />
        <Tabs<Width>
          label={m.website_preview_width()}
          value={width}
          onChange={setWidth}
          tabs={[
            { value: "phone", label: m.website_preview_phone() },
            { value: "desktop", label: m.website_preview_desktop() },
          ]}
        />
      </div>
      {error || isFlooded ? (
        <div role="alert" className="grid justify-items-start gap-3 rounded-md bg-bad-soft px-4 py-3 text-bad-text">
          <p>{error ? refusalOf(error) : m.website_preview_flooded()}</p>
          <Button onClick={open}>{m.website_preview_try_again()}</Button>
        </div>
      ) : (
        <Scaled width={WIDTHS[width]}>
          {source !== undefined ? (
            <iframe
              ref={frame}
              key={source}
              src={source}
              title={m.website_preview_frame_title({ site: grant.site })}
              sandbox="allow-scripts"
              referrerPolicy="no-referrer"
              className="size-full"
              // What a browser paints behind a page that has no background.
              style={{ background: "#fff" }}
            />
          ) : (
            isPending && <Skeleton className="size-full" />
          )}
        </Scaled>
      )}
      <p className="text-xs text-muted tabular-nums">
        {m.website_preview_left({ left: number.format(left), total: number.format(now.requestLimit) })}
      </p>
    </div>
  );
}

/** The address to open, at a path of the website, with an article in the widget. It is not stored anywhere. */
const addressOf = (url: string, path: string, article: string | undefined): string =>
  url.startsWith("about:")
    ? url
    : `${url}?path=${encodeURIComponent(path.split("#")[0] ?? "/")}${article === undefined ? "" : `&article=${encodeURIComponent(article)}`}`;

/** A box of a fixed width, made smaller where there is less room. */
function Scaled({ width, children }: { width: number; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setScale(Math.min(1, (entry?.contentRect.width ?? width) / width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  return (
    <div ref={box} className="relative min-h-120 flex-1 overflow-hidden rounded-md border border-line bg-subtle">
      <div
        className="absolute inset-y-0 start-1/2 origin-top"
        style={{ width, height: `${100 / scale}%`, transform: `translateX(-50%) scale(${scale})`, marginInlineStart: 0 }}
      >
        {children}
      </div>
    </div>
  );
}
