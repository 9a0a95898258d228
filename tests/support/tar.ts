// Reads a ustar archive for tests, independently of the product's writer.
export interface Member {
  readonly path: string;
  readonly mode: number;
  readonly owner: readonly [user: number, group: number, userName: string, groupName: string];
  readonly time: number;
  readonly type: string;
  readonly bytes: Buffer;
}

const text = (block: Buffer, at: number, length: number): string => block.toString("utf8", at, at + length).replace(/\0.*$/s, "");
const number = (block: Buffer, at: number, length: number): number => Number.parseInt(text(block, at, length).trim() || "0", 8);

/** Every member in order. Throws on a wrong checksum. */
export function untar(archive: Buffer): Member[] {
  const members: Member[] = [];
  for (let at = 0; archive[at] !== 0;) {
    const block = archive.subarray(at, at + 512);
    const blank = Buffer.from(block).fill(" ", 148, 156);
    const sum = blank.reduce((total, byte) => total + byte, 0);
    if (sum !== number(block, 148, 8)) throw new Error(`wrong checksum at ${at}`);
    const size = number(block, 124, 12);
    const prefix = text(block, 345, 155);
    members.push({
      path: prefix === "" ? text(block, 0, 100) : `${prefix}/${text(block, 0, 100)}`,
      mode: number(block, 100, 8),
      owner: [number(block, 108, 8), number(block, 116, 8), text(block, 265, 32), text(block, 297, 32)],
      time: number(block, 136, 12),
      type: text(block, 156, 1),
      bytes: archive.subarray(at + 512, at + 512 + size),
    });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return members;
}
