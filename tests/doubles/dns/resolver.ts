// Double of a DNS resolver with JSON over HTTPS, as Cloudflare's and Google's answer: quoted TXT strings, names with their final dot,
// status 3 for NXDOMAIN and 2 for SERVFAIL. It answers a fetch, so that it also serves inside workerd.

const TYPES: Readonly<Record<string, number>> = { CNAME: 5, MX: 15, TXT: 16 };
export type DnsTrouble = { readonly status: number; readonly body?: string } | "hang" | "reset" | "nonsense" | "servfail" | "refused";

export class Resolver {
  readonly asked: { readonly name: string; readonly type: string }[] = [];
  /** Record data as a zone file has it, by "TXT name". */
  readonly zone = new Map<string, readonly string[]>();
  /** Google's form of TXT data has no quotes. */
  bare = false;
  trouble: DnsTrouble | undefined;

  set(type: "TXT" | "MX" | "CNAME", name: string, ...data: readonly string[]): void {
    this.zone.set(`${type} ${name}`, data);
  }
  #knows = (name: string): boolean => [...this.zone.keys()].some((key) => key.split(" ")[1] === name || key.endsWith(`.${name}`));

  async answer(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const [name, type] = [(searchParams.get("name") ?? "").toLowerCase().replace(/\.$/, ""), searchParams.get("type") ?? "A"];
    this.asked.push({ name, type });
    const { trouble } = this;
    if (trouble === "reset") throw new TypeError("Network connection lost.");
    if (trouble === "hang")
      return await new Promise((_, reject) =>
        request.signal.addEventListener("abort", () => reject(new DOMException("The operation timed out.", "TimeoutError"))),
      );
    if (trouble === "nonsense") return new Response("<!doctype html>");
    if (trouble === "servfail" || trouble === "refused") return this.#json(name, type, trouble === "servfail" ? 2 : 5, []);
    if (trouble) return new Response(trouble.body ?? "trouble", { status: trouble.status });
    if (request.headers.get("accept") !== "application/dns-json") return new Response("Invalid request: no accept header", { status: 400 });
    const answers: { name: string; type: number; data: string }[] = [];
    let at = name;
    for (let step = 0; step < 8 && type !== "CNAME"; step += 1) {
      const [next] = this.zone.get(`CNAME ${at}`) ?? [];
      if (next === undefined) break;
      answers.push({ name: `${at}.`, type: 5, data: `${next}.` });
      at = next;
    }
    for (const data of this.zone.get(`${type} ${at}`) ?? [])
      answers.push({ name: `${at}.`, type: TYPES[type] ?? 0, data: type === "TXT" ? this.#text(data) : `${data}.` });
    return this.#json(name, type, this.#knows(at) ? 0 : 3, answers);
  }
  /** Strings of at most 255 characters, quoted. */
  #text(data: string): string {
    if (this.bare) return data;
    const pieces = data.match(/[^]{1,255}/g) ?? [""];
    return pieces.map((piece) => `"${piece.replaceAll(/["\\]/g, "\\$&")}"`).join(" ");
  }
  #json(name: string, type: string, Status: number, answers: readonly { name: string; type: number; data: string }[]): Response {
    const head = { Status, TC: false, RD: true, RA: true, AD: false, CD: false, Question: [{ name: `${name}.`, type: TYPES[type] ?? 0 }] };
    return Response.json(answers.length === 0 ? head : { ...head, Answer: answers.map((one) => ({ ...one, TTL: 300 })) }, {
      headers: { "content-type": "application/dns-json" },
    });
  }
}
