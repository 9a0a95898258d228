// What a company puts in front of its help center to show it under its own domain. The guide has the same examples, and a test runs them.

interface Place {
  /** The installation's origin. */
  readonly desk: string;
  /** The company's own origin. */
  readonly domain: string;
  /** The project's slug. */
  readonly slug: string;
}

/** A Cloudflare worker for a route or custom domain of the company's own zone. */
export const workerExample = ({ desk, slug }: Omit<Place, "domain">): string => `const DESK = "${desk}";
const HELP = "/help/${slug}/";

export default {
  async fetch(request) {
    const url = new URL(request.url);
    if (!url.pathname.startsWith(HELP) && !url.pathname.startsWith("/files/")) return Response.redirect(url.origin + HELP, 302);
    const headers = new Headers(request.headers);
    // Help pages need neither; your visitors' own must not leave your domain.
    headers.delete("cookie");
    headers.delete("authorization");
    // The desk takes forms from its own origin only, so it has to be told that these come from its pages.
    if (headers.get("origin") === url.origin) headers.set("origin", DESK);
    return await fetch(DESK + url.pathname + url.search, { method: request.method, headers, body: request.body, redirect: "manual" });
  },
};
`;

/** A server block of nginx. */
export const nginxExample = ({ desk, domain, slug }: Place): string => {
  const [host, name] = [new URL(desk).host, new URL(domain).host];
  return `map $http_origin $help_origin {
    default              $http_origin;
    "${domain}" "${desk}";
}

server {
    listen 443 ssl;
    server_name ${name};
    # ssl_certificate and ssl_certificate_key of ${name}

    location ~ ^/(help/${slug}|files)/ {
        proxy_pass ${desk};
        proxy_ssl_server_name on;
        proxy_http_version 1.1;
        proxy_set_header Host          ${host};
        proxy_set_header Origin        $help_origin;
        proxy_set_header Cookie        "";
        proxy_set_header Authorization "";
    }
    location / {
        return 302 /help/${slug}/;
    }
}
`;
};
