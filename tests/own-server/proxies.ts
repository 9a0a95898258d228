// Starts the documented reverse proxy for tests: nginx with the guide's own file, or, without nginx, a Node proxy that reads its header
// rules and closed addresses from that file.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { inRoot } from "../../scripts/lib/paths.ts";
import { freePort } from "../support/start.ts";

export interface Proxy {
  readonly port: number;
  readonly tls: boolean;
  stop(): Promise<void>;
}
export interface Kind {
  readonly name: string;
  start(upstream: number, folder: string): Promise<Proxy>;
}

const GUIDE = readFileSync(inRoot("docs/guides/nginx.conf"), "utf8");

const findProgram = (name: string, places: readonly string[]): string | undefined =>
  [...(process.env["PATH"] ?? "").split(":"), ...places].map((folder) => join(folder, name)).find((file) => existsSync(file));
export const NGINX = process.env["NGINX"] ?? findProgram("nginx", ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"]);
const OPENSSL = findProgram("openssl", ["/usr/bin"]);

/** The guide's file with the test's ports and certificate, otherwise unchanged. */
function configured(listen: number, plain: number, upstream: number, folder: string): string {
  const certified = GUIDE.replace(/^.*\[::\].*\n/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${plain};`)
    .replace("127.0.0.1:8787", `127.0.0.1:${upstream}`);
  if (OPENSSL === undefined)
    return certified.replace("listen 443 ssl http2;", `listen 127.0.0.1:${listen};`).replace(/^\s*ssl_certificate.*\n/gm, "");
  const subject = ["-subj", "/CN=desk.example", "-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")];
  execFileSync(OPENSSL, ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject], { stdio: "ignore" });
  return certified
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${listen} ssl http2;`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${join(folder, "cert.pem")};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${join(folder, "key.pem")};`);
}

async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const open = await new Promise<boolean>((done) => {
      const socket = connect(port, "127.0.0.1", () => done(true)).on("error", () => done(false));
      socket.on("connect", () => socket.destroy());
    });
    if (open) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("the proxy did not start");
}

/** Starts nginx with a file of server blocks, of which one listens on `listen`. */
export async function startNginx(binary: string, folder: string, servers: string, listen: number): Promise<{ stop(): Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "desk.conf"), servers);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${join(folder, name)};`);
  const user = process.getuid?.() === 0 ? "user root;\n" : "";
  const main = `${user}daemon off;\nworker_processes 1;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\naccess_log off;\n${temporary.join("\n")}\ninclude ${folder}/desk.conf;\n}\n`;
  writeFileSync(join(folder, "nginx.conf"), main);
  const child = spawn(binary, ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  await Promise.race([answers(listen), ended.then(() => Promise.reject(new Error(output)))]);
  return {
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

const nginx = (binary: string): Kind => ({
  name: `nginx with docs/guides/nginx.conf${OPENSSL === undefined ? ", without TLS because openssl is not installed" : ""}`,
  async start(upstream, parent) {
    const folder = join(parent, "nginx");
    mkdirSync(folder);
    const [listen, plain] = [await freePort(), await freePort()];
    const running = await startNginx(binary, folder, configured(listen, plain, upstream, folder), listen);
    return { port: listen, tls: OPENSSL !== undefined, ...running };
  },
});

// --- the stand-in ------------------------------------------------------------

const RULES = [...GUIDE.matchAll(/proxy_set_header\s+(\S+)\s+(\S+);/g)].map(
  ([, name = "", value = ""]) => [name.toLowerCase(), value] as const,
);
const CLOSED = [...GUIDE.matchAll(/location \^~ (\S+)\s+\{ return 404; \}/g)].map(([, path = ""]) => path);

const MAX_BODY = Number(/client_max_body_size (\d+);/.exec(GUIDE)?.[1]);
const TOO_LARGE = /return 413 '(.*)';/.exec(GUIDE)?.[1];

/** A client's headers after the guide's rules; only the variables that the file uses are known. */
function rewritten(incoming: IncomingMessage): Record<string, string | string[] | undefined> {
  const variables: Record<string, string> = {
    $remote_addr: incoming.socket.remoteAddress?.replace("::ffff:", "") ?? "",
    $scheme: "https",
    $http_upgrade: incoming.headers.upgrade ?? "",
    $seed_desk_connection: incoming.headers.upgrade === undefined ? "close" : "upgrade",
    '""': "",
  };
  const headers: Record<string, string | string[] | undefined> = { ...incoming.headers };
  for (const [name, value] of RULES) {
    const set = variables[value] ?? value;
    if (set === "") delete headers[name];
    else headers[name] = set;
  }
  return headers;
}

const standIn: Kind = {
  name: "a Node proxy with the header rules of docs/guides/nginx.conf, without TLS",
  async start(upstream) {
    const forward = (incoming: IncomingMessage) =>
      request({ host: "127.0.0.1", port: upstream, method: incoming.method, path: incoming.url, headers: rewritten(incoming) });
    const server = createServer((incoming, outgoing) => {
      if (CLOSED.some((path) => incoming.url?.startsWith(path))) return void outgoing.writeHead(404).end();
      if (Number(incoming.headers["content-length"] ?? 0) > MAX_BODY) {
        incoming.resume();
        return void outgoing.writeHead(413, { "content-type": "application/json" }).end(TOO_LARGE);
      }
      const onward = forward(incoming);
      onward.on("response", (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on("error", () => outgoing.destroy());
      incoming.pipe(onward);
    });
    server.on("upgrade", (incoming, socket) => {
      const onward = forward(incoming);
      onward.on("upgrade", (answer, other, head) => {
        const lines = answer.rawHeaders.map((word, i) => (i % 2 === 0 ? `${word}: ` : `${word}\r\n`));
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("")}\r\n`);
        socket.write(head);
        for (const end of [socket, other]) end.on("error", () => undefined);
        socket.pipe(other).pipe(socket);
      });
      onward.on("response", (answer) => socket.end(`HTTP/1.1 ${answer.statusCode} Refused\r\n\r\n`));
      onward.end();
    });
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
    return {
      port: (server.address() as { port: number }).port,
      tls: false,
      stop: async () => {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      },
    };
  },
};

/** nginx where it is installed, and always the stand-in, so that both are checked against the same file. */
export const PROXIES: readonly Kind[] = [...(NGINX === undefined ? [] : [nginx(NGINX)]), standIn];
