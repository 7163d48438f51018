/**
 * The visual comparison with the last release: how each screen looked then, as it opens, light, on both devices. A file of
 * `released/` per example has a line per picture. A release, or a change that somebody has looked at, writes them again:
 * `npm run gallery -- --release`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../nonet-process.ts";
import { differenceOf, lookAsText, lookFromText, lookOf } from "./look.ts";
import type { Taken } from "./take-shot.ts";

const folder = join(root, "tests/gallery/released");
const fileOf = (example: string): string => join(folder, `${example}.txt`);

/** These show when and how often somebody has signed in, and the document. */
const changing: ReadonlySet<string> = new Set(["Account", "Security log", "Document"]);

const isCompared = ({ picture, state, scheme, role, screen }: Taken): boolean =>
  picture !== null && state === "" && scheme === "light" && !role.endsWith("without records") && !changing.has(screen);

/** `approver/loans phone`. */
const keyOf = ({ picture, example, device }: Taken): string =>
  `${
    picture!
      .replaceAll("\\", "/")
      .slice(example.length + 1)
      .split(".")[0]
  } ${device}`;

/** The pictures of the example that look different from the last release, with what differs; null if no release has the example. */
export async function changesSinceRelease(example: string, taken: readonly Taken[], out: string): Promise<readonly string[] | null> {
  if (!existsSync(fileOf(example))) return null;
  const lines = readFileSync(fileOf(example), "utf8").trim().split("\n");
  const released = new Map(lines.map((line) => [line.split(" ").slice(0, 2).join(" "), line.split(" ").slice(2).join(" ")]));
  const changes: string[] = [];
  for (const one of taken.filter((each) => each.example === example && isCompared(each))) {
    const before = released.get(keyOf(one));
    const difference = before === undefined ? "new" : differenceOf(lookFromText(before), await lookOf(join(out, one.picture!)));
    if (difference !== null) changes.push(`${example}/${keyOf(one)}: ${difference}`);
  }
  return changes;
}

export async function writeReleased(example: string, taken: readonly Taken[], out: string): Promise<number> {
  const lines: string[] = [];
  for (const one of taken.filter((each) => each.example === example && isCompared(each))) lines.push(`${keyOf(one)} ${lookAsText(await lookOf(join(out, one.picture!)))}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(example), `${lines.sort().join("\n")}\n`);
  return lines.length;
}
