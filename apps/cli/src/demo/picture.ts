/** A small PNG, so that demo records have pictures: a diagonal from one colour to another. */
import { crc32, deflateSync } from "node:zlib";
import type { Chance } from "./chance.ts";
import { colours } from "./word-lists.ts";

const width = 320;
const height = 240;

export function picture(chance: Chance): Buffer {
  const [from, to] = [rgb(chance.one(colours)), rgb(chance.one(colours))];
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const part = (x / width + y / height) / 2;
      for (let i = 0; i < 3; i++) rows[y * (1 + width * 3) + 1 + x * 3 + i] = Math.round(from[i]! + (to[i]! - from[i]!) * part);
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

const rgb = (hex: string): readonly number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named) >>> 0);
  return Buffer.concat([length, named, sum]);
}
