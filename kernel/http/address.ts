// Reads the client's IP address, for limits: from cf-connecting-ip only, because clients can set other headers. An IPv6 /64 counts as one
// address, because one client usually has all of it.
export function clientAddressOf(request: Request): string | undefined {
  const given = request.headers.get("cf-connecting-ip")?.trim();
  if (given === undefined || given === "") return undefined;
  return given.includes(":") ? network64(given) : given;
}

/** The /64 of an IPv6 address in full form; an IPv4-mapped address as IPv4. */
export function network64(address: string): string {
  const mapped = /^(?:::|(?:0+:){5})ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [head = "", tail] = address.toLowerCase().split("%")[0]?.split("::") ?? [];
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const middle = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  const all = [...left, ...middle, ...right].map((g) => (g === "" ? "0" : g.replace(/^0+(?=.)/, "")));
  if (all.slice(0, 6).join(":") === "0:0:0:0:0:ffff") return dotted(all[6], all[7]);
  const groups = all.slice(0, 4);
  return `${groups.join(":")}::/64`;
}
const dotted = (...groups: readonly (string | undefined)[]): string =>
  groups
    .map((g) => Number.parseInt(g ?? "0", 16))
    .flatMap((g) => [g >> 8, g & 255])
    .join(".");
