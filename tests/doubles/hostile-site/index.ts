// A website that means harm, as the target of the preview: it redirects inwards, never ends, and tries what a page can try.

export const SITE = "https://shop.example.test";
export const CDN = "https://cdn.example.test";
const CHUNK = new Uint8Array(65_536).fill(32);
const TWO_GIGABYTES = 2 * 1024 ** 3;
/** Compressed to a few kilobytes. */
const BOMB = 200 * 1024 ** 2;

/** Headers of a website that would reach beyond its own page. */
export const HOSTILE_HEADERS = {
  "set-cookie": "stolen=1; Domain=example.test; Path=/",
  "content-security-policy": "frame-ancestors 'none'; script-src *",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "unsafe-none",
  "cross-origin-resource-policy": "same-origin",
  "service-worker-allowed": "/",
  "access-control-allow-origin": "*",
  "access-control-allow-credentials": "true",
  refresh: "0; url=https://evil.example.test/",
  link: "<https://evil.example.test/x.css>; rel=stylesheet",
  sourcemap: "/x.map",
  "clear-site-data": '"*"',
  "strict-transport-security": "max-age=0",
  "report-to": "{}",
  "reporting-endpoints": 'main="https://evil.example.test/"',
  nel: "{}",
  "speculation-rules": '"/rules.json"',
  "referrer-policy": "unsafe-url",
  "permissions-policy": "camera=*",
  "origin-agent-cluster": "?0",
  "x-secret": "internal",
};

/** What a page's script tries, one after the other; it writes what came of it into the page. */
const ATTACK = `
const tried = {};
const attempt = async (name, run) => { try { const got = await run(); tried[name] = got === undefined ? "nothing" : String(got); } catch (error) { tried[name] = "refused:" + error.name; } };
(async () => {
  const app = new URLSearchParams(location.search).get("app");
  await attempt("cookie", () => document.cookie);
  await attempt("cookieWrite", () => { document.cookie = "stolen=1; Domain=localhost"; return document.cookie; });
  await attempt("storage", () => localStorage.length);
  await attempt("sessionStorage", () => sessionStorage.length);
  await attempt("indexedDB", () => new Promise((yes, no) => { const r = indexedDB.open("x"); r.onsuccess = () => yes("open"); r.onerror = () => no(r.error); }));
  await attempt("opener", () => window.opener && window.opener.document.title);
  await attempt("parent", () => parent === window ? "no parent" : parent.document.title);
  await attempt("top", () => { if (top === window) return "no parent"; top.location.href = "https://evil.example.test/"; return "went"; });
  await attempt("serviceWorker", () => navigator.serviceWorker ? navigator.serviceWorker.register(location.pathname.replace(/[^/]*$/, "sw.js")).then(() => "registered") : Promise.reject(new DOMException("", "NotSupportedError")));
  await attempt("fetchApp", () => fetch(app + "/api/account/me", { credentials: "include" }).then((r) => r.status));
  await attempt("fetchElsewhere", () => fetch("https://evil.example.test/", { mode: "no-cors" }).then((r) => r.type));
  await attempt("beacon", () => navigator.sendBeacon(app + "/api/x", "y"));
  await attempt("socket", () => new Promise((yes, no) => { const s = new WebSocket(app.replace("http", "ws") + "/x"); s.onopen = () => yes("open"); s.onerror = () => no(new DOMException("", "NetworkError")); }));
  await attempt("image", () => new Promise((yes, no) => { const i = new Image(); i.onload = () => yes("loaded"); i.onerror = () => no(new DOMException("", "NetworkError")); i.src = app + "/favicon.svg"; }));
  await attempt("frame", () => new Promise((yes) => { const f = document.createElement("iframe"); f.onload = () => { try { yes(f.contentDocument ? "readable" : "unreadable"); } catch { yes("unreadable"); } }; f.src = app + "/login"; document.body.append(f); setTimeout(() => yes("unreadable"), 500); }));
  await attempt("popup", () => { const w = window.open(app + "/projects"); return w ? "opened" : "blocked"; });
  await attempt("form", () => { const f = document.createElement("form"); f.method = "post"; f.action = app + "/login"; document.body.append(f); f.submit(); return "sent without effect"; });
  await attempt("widgetToken", () => Object.keys(window).filter((k) => /token/i.test(k)).join() || "none");
  await attempt("message", () => { for (const w of [parent, top]) w.postMessage({ type: "seed-desk-preview-page", path: "/<img src=x onerror=alert(1)>", title: "x" }, "*"); return "posted"; });
  const out = document.createElement("pre");
  out.id = "tried";
  out.textContent = JSON.stringify(tried);
  document.body.append(out);
})();`;

const PAGE = `<!doctype html><html><head><base href="/shop/"><meta charset="utf-8"><title>The shop</title>
<meta http-equiv="refresh" content="0;url=https://evil.example.test/"><meta http-equiv="Content-Security-Policy" content="default-src *"><meta name="referrer" content="unsafe-url">
<link rel="stylesheet" href="/style.css" integrity="sha256-x"><link rel="dns-prefetch" href="//evil.example.test"><link rel="icon" href="/logo.png">
<style>body{background:url(pattern.png)} @import "more.css";</style>
<script>window.ran = "inline"</script><script src="app.js"></script><script src="https://evil.example.test/x.js"></script></head>
<body onload="window.ran = 'handler'" style="color:navy;background-image:url('/bg.png')">
<h1>The shop</h1>
<a id="within" href="cart?x=1#y" target="_blank" ping="https://evil.example.test/">Cart</a>
<a id="other" href="https://evil.example.test/path">Elsewhere</a><a id="script" href="javascript:alert(1)">Script</a><a id="mail" href="mailto:a@b.example">Mail</a>
<img id="logo" src="../logo.png" srcset="/logo.png 1x, ${CDN}/logo2.png 2x, https://evil.example.test/3.png 3x" alt=""><img id="foreign" src="https://evil.example.test/pixel.png" alt="">
<form action="/order" method="post"><input name="card" aria-label="Card"><button formaction="https://evil.example.test/">Order</button></form>
<iframe src="/inner"></iframe><object data="/x.pdf"></object><embed src="/y.swf">
<svg><image href="/logo.png"/><use xlink:href="https://evil.example.test/s.svg#a"/></svg>
</body></html>`;

const html = (text: string, more: Record<string, string> = {}, status = 200): Response =>
  new Response(text, { status, headers: { "content-type": "text/html; charset=utf-8", ...more } });

export class HostileSite {
  /** Every request that arrived: a connection that was made. */
  readonly requests: Request[] = [];
  /** Bytes of endless bodies that were taken. */
  sent = 0;
  /** Endless bodies that somebody ended. */
  ended = 0;

  async answer(request: Request): Promise<Response> {
    this.requests.push(request);
    const url = new URL(request.url);
    const to = url.searchParams.get("to");
    switch (url.pathname) {
      case "/":
      case "/shop/":
        return html(PAGE);
      case "/headers":
        return html("<!doctype html><h1>Headers</h1>", HOSTILE_HEADERS);
      case "/attack":
        return html(
          `<!doctype html><html><head><title>Attack</title></head><body><h1>Attack</h1><script>${ATTACK}</script></body></html>`,
          HOSTILE_HEADERS,
        );
      case "/sw.js":
        return new Response("self.onfetch=()=>{}", { headers: { "content-type": "text/javascript", "service-worker-allowed": "/" } });
      case "/style.css":
        return new Response(
          `@import "/more.css"; body{background:url( "/bg.png" )} @font-face{src:url(${CDN}/a.woff2)} p{background:url(https://evil.example.test/p.png)}`,
          {
            headers: { "content-type": "text/css" },
          },
        );
      case "/to":
        return new Response(null, { status: 302, headers: { location: to ?? "", "set-cookie": "a=b" } });
      case "/loop":
        return new Response(null, { status: 302, headers: { location: `/loop?n=${Number(url.searchParams.get("n") ?? 0) + 1}` } });
      case "/endless":
        return new Response(this.#endless(0), { headers: { "content-type": "text/html" } });
      case "/endless.png":
        return new Response(this.#endless(0), { headers: { "content-type": "image/png" } });
      case "/drip":
        return new Response(this.#endless(50), { headers: { "content-type": "text/html" } });
      case "/silent":
        return new Response(this.#silent(), { headers: { "content-type": "text/html" } });
      case "/references":
        return html(
          `<!doctype html><a id="a" href="cart?x=1&amp;y=2">Cart</a><a id="b" href="https&colon;//evil.example.test/?a&equals;1&amp;b=2">Away</a><p style="background:url(&quot;/bg.png&quot;)">x</p><p style="background:u&#114;l(&#x2f;bg.png)">y</p><img srcset="/a.png?x=1&amp;copy=2 1x&comma; /b.png 2x" alt="Tom &amp; Co &lt;b&gt;"><link rel="&#115;tylesheet" href="&sol;style.css"><a id="c" href="java&Tab;script:alert(1)">Script</a><a id="d" href="/x?y=&quot;onmouseover=alert(1)">Quote</a>`,
        );
      case "/dense":
        return html(`<!doctype html><h1>Dense</h1>${"<a href=/x></a>".repeat(300_000)}<p id="last">Last`);
      case "/deep":
        return html(`<!doctype html><h1>Deep</h1>${"<a href=/x>".repeat(400_000)}<p id="last">Last`);
      case "/dense-srcset":
        return html(`<!doctype html><h1>Dense</h1>${`<img srcset="${"/a 1x,".repeat(3000)}">`.repeat(250)}<p id="last">Last`);
      case "/flood":
        return html(
          "<!doctype html><h1>Flood</h1><script>setInterval(() => { for (let n = 0; n < 2000; n += 1) parent.postMessage({ type: 'seed-desk-preview-page', path: '/' + n, title: '' }, '*') }, 10)</script>",
        );
      case "/drip.png":
        return new Response(this.#endless(50), { headers: { "content-type": "image/png" } });
      // Whoever serves this double compresses it by its header.
      case "/bomb-gzip":
        return new Response(this.#endless(0, BOMB), {
          headers: { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip" },
        });
      case "/bomb-br":
        return new Response(this.#endless(0, BOMB), { headers: { "content-type": "text/html; charset=utf-8", "content-encoding": "br" } });
      case "/claims-large":
        return new Response("x", { headers: { "content-type": "image/png", "content-length": String(TWO_GIGABYTES) } });
      case "/zstd":
        return new Response("x", { headers: { "content-type": "text/html", "content-encoding": "zstd" } });
      case "/malformed":
        return html("<p <img src=/logo.png <b><i></p></b><table><a href=/cart><td></script><style>a{</sty</head><!-- <title>");
      case "/latin":
        return new Response(Uint8Array.from([60, 112, 62, 0xfc, 60, 47, 112, 62]), {
          headers: { "content-type": "text/html; charset=iso-8859-1" },
        });
      case "/utf-16":
        // With a header that says otherwise: browsers go by the mark.
        return new Response(
          Uint8Array.from([
            0xff,
            0xfe,
            ...Buffer.from('<p>ü<a href="/cart">Cart</a><meta http-equiv=refresh content="0;url=https://evil.example">', "utf16le"),
          ]),
          { headers: { "content-type": "text/html; charset=utf-8" } },
        );
      case "/svg-links":
        return html(
          '<svg><a xlink:href="https://evil.example/"><text>Cart</text></a><a href="/x"><set attributeName="href" to="https://evil.example/"/></a></svg>',
        );
      case "/refreshing.svg":
        return new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', { headers: { "content-type": "image/svg+xml" } });
      case "/latin-meta":
        return new Response(new Uint8Array([...new TextEncoder().encode('<meta charset="windows-1252"><p>'), 0xfc]), {
          headers: { "content-type": "text/html" },
        });
      case "/file.pdf":
        return new Response("%PDF", { headers: { "content-type": "application/pdf" } });
      case "/logo.png":
      case "/bg.png":
        return new Response(
          Uint8Array.from(atob(PIXEL), (c) => c.charCodeAt(0)),
          { headers: { "content-type": "image/png" } },
        );
      case "/app.js":
      case "/shop/app.js":
        return new Response("window.ran = 'file'", { headers: { "content-type": "text/javascript" } });
      case "/missing.png":
        return new Response("gone", { status: 404, headers: { "content-type": "text/plain" } });
      case "/admin":
        return html("<h1>Admin</h1>");
      default:
        return html("<!doctype html><title>Not found</title><h1>The shop has no such page</h1>", {}, 404);
    }
  }

  /** Sends the beginning of a page, and then nothing. */
  #silent(): ReadableStream<Uint8Array> {
    return new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("<!doctype html><h1>Silent</h1>")),
      pull: () => new Promise<void>(() => undefined),
      cancel: () => void (this.ended += 1),
    });
  }
  #endless(wait: number, size = TWO_GIGABYTES): ReadableStream<Uint8Array> {
    let own = 0;
    return new ReadableStream({
      pull: async (controller) => {
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        const chunk = wait > 0 ? CHUNK.subarray(0, 4) : CHUNK;
        own += chunk.byteLength;
        this.sent += chunk.byteLength;
        controller.enqueue(chunk.slice());
        if (own >= size) controller.close();
      },
      cancel: () => void (this.ended += 1),
    });
  }
}
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
