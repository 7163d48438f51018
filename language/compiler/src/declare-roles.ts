/** The roles that point 6 names, and who counts as whom. */
import { fold } from "@nonet/feel";
import type { Span } from "@nonet/source";
import type { Bullet, Tree, Words } from "@nonet/notation";
import { slice } from "./words.ts";

/** A role as its bullet says it. */
export interface RoleBullet {
  readonly name: Words;
  readonly text: Words;
  /** What it was called before: `- **Officer**, was Clerk — …`. */
  readonly was: Words | null;
}

/** `- **Manager** — includes Clerk`: the role's name and what is said of it. */
export function roleBullet(bullet: Bullet): RoleBullet | null {
  const found = nameAndText(bullet);
  if (!found) return null;
  const was = /^,?\s*was\s+([^,.;:—–]+?)\s*(?:$|[,.;:—–]\s*|\s-\s)/i.exec(found.text.text);
  if (!was || !found.text.text.startsWith(",")) return { ...found, was: null };
  const at = was[0].indexOf(was[1]!, was[0].search(/was\s/i) + 3);
  return { name: found.name, text: slice(found.text, was[0].length), was: slice(found.text, at, at + was[1]!.length) };
}

function nameAndText({ words }: Bullet): Pick<RoleBullet, "name" | "text"> | null {
  const starred = /^\*\*([^*]+?):?\*\*\s*(?:[—–:-]+\s*)?/.exec(words.text);
  if (starred) return { name: slice(words, 2, 2 + starred[1]!.length), text: slice(words, starred[0].length) };
  const renamed = /^([\p{L}][\p{L}\d _-]*?)\s*(?=,\s*was\s)/iu.exec(words.text);
  if (renamed) return { name: slice(words, 0, renamed[1]!.length), text: slice(words, renamed[0].length) };
  const dashed = /^([^—–:.]+?)\s*(?:\s[—–-]\s|:\s)/.exec(words.text);
  if (dashed) return { name: slice(words, 0, dashed[1]!.length), text: slice(words, dashed[0].length) };
  return /^[\p{L}][\p{L}\d _-]*$/u.test(words.text) ? { name: words, text: slice(words, words.text.length) } : null;
}

/** Labels in point 6 that aren't roles. */
export const isPermissionLabel = (text: string): boolean => /^\W*(own|never)\b\s*:?/i.test(text) || /^(?:an?|each|every|the)\s+.+?\s+is\s+.+?\s+when\s+`/i.test(text);

export function declareRoles(tree: Tree): Map<string, { readonly name: string; readonly span: Span }> {
  const roles = new Map<string, { name: string; span: Span }>();
  const point = tree.points[5];
  for (const block of [...(point?.blocks ?? []), ...(point?.sections ?? []).flatMap((s) => s.blocks)]) {
    if (block.kind !== "bullet" || isPermissionLabel(block.words.text)) continue;
    const role = roleBullet(block);
    if (role && !roles.has(fold(role.name.text))) roles.set(fold(role.name.text), { name: role.name.text, span: role.name.span });
  }
  return roles;
}

/** By role, everyone who has it: itself and each role that includes it, however far. */
export function holdersOf(tree: Tree): Map<string, string[]> {
  const point = tree.points[5];
  const includes = new Map<string, { name: string; includes: string[] }>();
  for (const block of [...(point?.blocks ?? []), ...(point?.sections ?? []).flatMap((s) => s.blocks)]) {
    const role = block.kind === "bullet" && !isPermissionLabel(block.words.text) ? roleBullet(block) : null;
    const listed = role && /\bincludes\s+([^.;]+)/i.exec(role.text.text);
    if (role) includes.set(fold(role.name.text), { name: role.name.text, includes: listed ? listed[1]!.split(/,|\sand\s/).map(fold) : [] });
  }
  const holders = new Map<string, string[]>();
  for (const key of includes.keys()) {
    const found = new Set([key]);
    for (const each of found) for (const [other, role] of includes) if (role.includes.includes(each)) found.add(other);
    holders.set(
      key,
      [...found].map((one) => includes.get(one)!.name),
    );
  }
  return holders;
}
