// A double of a push service with its browsers: it checks what RFC 8030, 8291 and 8292 ask for, and decrypts with `http_ece`, the package
// that browsers' vendors test with.
import { createECDH, createPublicKey, type ECDH, randomBytes, randomUUID, verify } from "node:crypto";
import ece from "http_ece";

export interface Pushed {
  readonly endpoint: string;
  readonly content: Readonly<Record<string, string>>;
  readonly topic: string | null;
  readonly ttl: number;
  /** Bytes of the encrypted body. */
  readonly size: number;
}
interface Browser {
  readonly keys: ECDH;
  readonly auth: string;
}
/** The answer to the next requests, by endpoint. */
interface Trouble {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  times: number;
}

export class PushService {
  readonly origin = "https://push.example.com";
  readonly pushed: Pushed[] = [];
  /** What was wrong with requests. */
  readonly faults: string[] = [];
  readonly #browsers = new Map<string, Browser>();
  readonly #trouble = new Map<string, Trouble>();
  readonly #publicKey: string;
  requests = 0;
  constructor(publicKey: string) {
    this.#publicKey = publicKey;
  }

  /** A browser that has subscribed. */
  browser(): { endpoint: string; p256dh: string; auth: string } {
    const keys = createECDH("prime256v1");
    const p256dh = keys.generateKeys("base64url");
    const auth = randomBytes(16).toString("base64url");
    const endpoint = `${this.origin}/send/${randomUUID()}`;
    this.#browsers.set(endpoint, { keys, auth });
    return { endpoint, p256dh, auth };
  }
  /** Answers the next requests for this browser with a status. */
  refuse(endpoint: string, status: number, { times = 1, headers = {} }: { times?: number; headers?: Record<string, string> } = {}): void {
    this.#trouble.set(endpoint, { status, headers, times });
  }

  async answer(request: Request): Promise<Response> {
    this.requests += 1;
    const body = Buffer.from(await request.arrayBuffer());
    const fault = this.#faultOf(request, body);
    if (fault !== undefined) {
      this.faults.push(fault);
      return new Response(fault, { status: 400 });
    }
    const trouble = this.#trouble.get(request.url);
    if (trouble && trouble.times > 0) {
      trouble.times -= 1;
      return new Response("no", { status: trouble.status, ...(trouble.headers ? { headers: trouble.headers } : {}) });
    }
    const browser = this.#browsers.get(request.url);
    if (!browser) return new Response("unknown", { status: 404 });
    const text = ece.decrypt(body, { version: "aes128gcm", privateKey: browser.keys, authSecret: browser.auth });
    this.pushed.push({
      endpoint: request.url,
      content: JSON.parse(text.toString()) as Record<string, string>,
      topic: request.headers.get("topic"),
      ttl: Number(request.headers.get("ttl")),
      size: body.length,
    });
    return new Response(null, { status: 201, headers: { location: `${this.origin}/message/${this.pushed.length}` } });
  }

  #faultOf(request: Request, body: Buffer): string | undefined {
    if (request.method !== "POST") return "the method is not POST";
    if (request.headers.get("content-encoding") !== "aes128gcm") return "the encoding is not aes128gcm";
    if (!/^\d+$/.test(request.headers.get("ttl") ?? "")) return "there is no TTL";
    if (!/^[\w-]{1,32}$/.test(request.headers.get("topic") ?? "")) return "the topic is not valid";
    if (body.length > 4096) return "the body is too long";
    const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
    if (key !== this.#publicKey) return "the key is another one";
    const [header = "", claims = "", signature = ""] = token.split(".");
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { aud: string; exp: number; sub: string };
    const now = Date.now() / 1000;
    if (aud !== this.origin) return `the audience is ${aud}`;
    if (exp < now || exp > now + 86_400) return "the token ends too early or too late";
    if (!/^(mailto|https):/.test(sub)) return "the subject is not valid";
    const point = Buffer.from(key, "base64url");
    const jwk = { kty: "EC", crv: "P-256", x: point.subarray(1, 33).toString("base64url"), y: point.subarray(33).toString("base64url") };
    const isValid = verify(
      "sha256",
      Buffer.from(`${header}.${claims}`),
      { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
    return isValid ? undefined : "the signature is not valid";
  }
}
