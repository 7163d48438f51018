/** Reads the first sheet of an xlsx file as texts: a zip of XML, of which only cells and shared texts matter. */
import { inflateRawSync } from "node:zlib";
import type { ReadTable, TableRow } from "./csv-reader.ts";

/** What one part of the file may grow to: a small zip can hold very much. */
const mostBytes = 60_000_000;

export function readSheet(bytes: Uint8Array): ReadTable {
  try {
    const parts = partsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const sheet = [...parts.keys()].filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name)).sort((a, b) => a.localeCompare(b, "en", { numeric: true }))[0];
    if (sheet === undefined) return { problem: "The file is no spreadsheet (xlsx)." };
    const shared = textsOf(parts.get("xl/sharedStrings.xml")?.() ?? "");
    return { rows: rowsOf(parts.get(sheet)!(), shared) };
  } catch {
    return { problem: "The spreadsheet can't be read: save it again as xlsx, or as CSV." };
  }
}

/** By name, a way to get each part's text: from the zip's central directory. */
function partsOf(zip: Buffer): Map<string, () => string> {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0) throw new Error("no zip");
  const parts = new Map<string, () => string>();
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error("no entry");
    const [method, size, nameLength, extra, comment, offset] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ];
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    parts.set(name, () => {
      const from = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
      const data = zip.subarray(from, from + size);
      return (method === 0 ? data : inflateRawSync(data, { maxOutputLength: mostBytes })).toString("utf8");
    });
    at += 46 + nameLength + extra + comment;
  }
  return parts;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replace(/&(#x?[0-9a-f]+|\w+);/gi, (whole, name: string) =>
    name[0] === "#" ? String.fromCodePoint(name[1]!.toLowerCase() === "x" ? parseInt(name.slice(2), 16) : Number(name.slice(1))) : (entities[name] ?? whole),
  );
const inner = (xml: string): string => [...xml.matchAll(/<t(?:\s[^>]*)?>([\s\S]*?)<\/t>/g)].map((m) => unescaped(m[1]!)).join("");

const textsOf = (xml: string): string[] => [...xml.matchAll(/<si(?:\s[^>]*)?>([\s\S]*?)<\/si>/g)].map((m) => inner(m[1]!));

function rowsOf(xml: string, shared: readonly string[]): TableRow[] {
  return [...xml.matchAll(/<row(\s[^>]*)?>([\s\S]*?)<\/row>/g)].map((match, i) => {
    const cells: string[] = [];
    for (const cell of match[2]!.matchAll(/<c(\s[^>]*?)?(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const at = columnOf(/\br="([A-Z]+)\d+"/.exec(cell[1] ?? "")?.[1]) ?? cells.length;
      while (cells.length < at) cells.push("");
      cells[at] = valueOf(/\bt="(\w+)"/.exec(cell[1] ?? "")?.[1] ?? "n", cell[2] ?? "", shared);
    }
    return { line: Number(/\br="(\d+)"/.exec(match[1] ?? "")?.[1] ?? i + 1), cells };
  });
}

const columnOf = (letters: string | undefined): number | undefined =>
  letters === undefined || letters.length > 3 ? undefined : [...letters].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) - 1;

function valueOf(type: string, xml: string, shared: readonly string[]): string {
  if (type === "inlineStr") return inner(xml);
  const value = unescaped(/<v(?:\s[^>]*)?>([\s\S]*?)<\/v>/.exec(xml)?.[1] ?? "");
  if (type === "s") return shared[Number(value)] ?? "";
  return type === "b" ? (value === "1" ? "yes" : "no") : value;
}
