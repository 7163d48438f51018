/** Which bullets of point 1 are audiences, and which only define words of the document. */
import { fold } from "@nonet/feel";
import { attributeOf, type Block, type Bullet, type PointTree } from "@nonet/notation";
import { nearest } from "@nonet/source";
import type { Context } from "../context/context.ts";
import { aboutName, audienceLabel } from "../syntax/about-table.ts";
import { isMarkedAndDash, roleBullet } from "../syntax/roles/roles.ts";

/** Labels of lists of attributes. */
const attributeLabel = /\b(?:attributes?|settings?|facts|basics?|master data|at a glance|product|key data|configuration)\b/i;

/** `**Manager** — runs the house: kennels and people`: all that follows the dash is prose, colons included. */
export function isNameAndDash(context: Context, { words, label }: Bullet): boolean {
  if (isMarkedAndDash(words.text)) return true;
  const dash = label ? /^(.+?)\s(?:[—–-]|--)\s/.exec(words.text) : null;
  return dash !== null && dash[1]!.length < (label?.text.length ?? 0) && context.declared.roles.has(fold(dash[1]!.replace(/[*`"]/g, "")));
}

interface List {
  readonly label: string | null;
  readonly bullets: readonly Bullet[];
}

/** The lists of bullets with the heading or the line above each. */
function listsOf(point: PointTree): List[] {
  return [{ title: null, blocks: point.blocks }, ...point.sections.map((section) => ({ title: section.title.text, blocks: section.blocks }))].flatMap(({ title, blocks }) => {
    const lists: { label: string | null; bullets: Bullet[] }[] = [];
    let above: Block | null = null;
    for (const block of blocks) {
      if (block.kind === "bullet") {
        if (above?.kind === "bullet") lists.at(-1)!.bullets.push(block);
        else lists.push({ label: above?.kind === "paragraph" && /:\W*$/.test(above.words.text) ? (above.words.text.split("\n").at(-1) ?? null) : title, bullets: [block] });
      }
      above = block;
    }
    return lists;
  });
}

/** The bullets that define words: they stand in a list of their own, in which nothing is a role or an attribute. */
export function definitionsIn(context: Context, point: PointTree): ReadonlySet<Block> {
  return new Set(listsOf(point).flatMap((list) => (isDefinitions(context, list) ? list.bullets : [])));
}

function isDefinitions(context: Context, { label, bullets }: List): boolean {
  if (label !== null && (audienceLabel.test(label) || attributeLabel.test(label))) return false;
  const roles = [...context.declared.roles.values()].map(({ name }) => name);
  if (bullets.some((bullet) => isKnown(context, bullet, roles))) return false;
  // Without a label, bullets in bold are roles that point 6 may not have, and others are attributes that aren't known.
  return label !== null || (roles.length > 0 && bullets.length > 1 && bullets.every(({ words }) => /^\*\*[^*]+\*\*/.test(words.text)));
}

/** Whether the bullet names a role or an attribute, or nearly does. */
function isKnown(context: Context, bullet: Bullet, roles: readonly string[]): boolean {
  const attribute = isMarkedAndDash(bullet.words.text) ? null : attributeOf(bullet);
  if (attribute && aboutName(attribute.name) !== undefined) return true;
  const name = attribute?.name.text ?? roleBullet(bullet)?.name.text;
  return name !== undefined && (context.declared.roles.has(fold(name)) || nearest(name, roles) !== undefined);
}
