/** The roles that only a column of the matrix or a right in words names. A bullet is needed only to say more about a role. */
import { fold } from "@nonet/feel";
import type { Block, Table, TextSpan, Tree } from "@nonet/notation";
import { nearest } from "@nonet/source";
import { pluralOf } from "../../text/plural.ts";
import { bare, partsAt, spacedWords, split } from "../../text/split.ts";
import { audiencesIn } from "./audiences.ts";
import { rightsSentence } from "./grant-lines.ts";
import { describedGroup } from "./group-words.ts";
import { roleLines, roleTable, unreadRoles } from "./roles.ts";

/** The headers, or first cells of a table with roles in its rows, that name a role without a bullet; each role once. Cached by tree. */
export function matrixRoles(tree: Tree): readonly TextSpan[] {
  const known = rolesByTree.get(tree);
  if (known) return known;
  const found = findRoles(tree);
  rolesByTree.set(tree, found);
  return found;
}

/** Every cell of a matrix that names a role or a group. */
export const matrixColumns = (tree: Tree): readonly TextSpan[] => matricesIn(tree).flatMap((table) => rolesOf(tree, table));

function matricesIn(tree: Tree): readonly Table[] {
  const point = tree.points[5];
  const blocks: readonly Block[] = point ? [...point.blocks, ...point.sections.flatMap((section) => section.blocks)] : [];
  return blocks.filter((block): block is Table => block.kind === "table" && !roleTable(block));
}

const rolesByTree = new WeakMap<Tree, readonly TextSpan[]>();

/** The names of the built-in groups, which may have a column too. */
export const isGroup = (name: string): boolean =>
  /^(?:the )?(?:anyone|everyone|everybody|public|all users|any user|signed in|bearer|system)$/.test(fold(name)) || describedGroup(name) !== undefined;

/** The role with the name, which may have an article and be in the plural: `the Clerks`. */
export function roleNamed<T extends { readonly name: string }>(roles: ReadonlyMap<string, T>, name: string): T | undefined {
  const key = fold(name);
  const plain = key.replace(/^(?:an?|the|any|every|each|all) /, "");
  return roles.get(key) ?? roles.get(plain) ?? [...roles.values()].find((role) => fold(pluralOf(role.name)) === plain);
}

function findRoles(tree: Tree): readonly TextSpan[] {
  const point = tree.points[5];
  if (!point) return [];
  const blocks: readonly Block[] = [...point.blocks, ...point.sections.flatMap((section) => section.blocks)];
  const said = [...roleLines(blocks).flatMap(({ roleLine }) => roleLine?.name ?? []), ...unreadRoles(point).flatMap(({ role }) => role ?? [])];
  const roles = new Map(said.map((name): [string, { readonly name: string }] => [fold(name.text), { name: name.text }]));
  const found: TextSpan[] = [];
  for (const table of matricesIn(tree)) {
    const columns = rolesOf(tree, table).map((words) => spacedWords(bare(words)));
    const free = said.map((name) => name.text).filter((name) => !columns.some((column) => roleNamed(new Map([[fold(name), { name }]]), column.text)));
    for (const words of columns) {
      // A name that differs by a letter from a role without a column is that role, misspelt.
      if (words.text === "" || isGroup(words.text) || roleNamed(roles, words.text) || nearest(words.text, free) !== undefined) continue;
      roles.set(fold(words.text), { name: words.text });
      found.push(words);
    }
  }
  // `Clerks may read Loans` names the role of that name which point 1 lists.
  const audiences = new Map(audiencesIn(tree).map((words) => [fold(words.text), { name: words.text }]));
  for (const words of peopleInWords(blocks)) {
    const audience = isGroup(words.text) || roleNamed(roles, words.text) ? undefined : roleNamed(audiences, words.text);
    if (!audience) continue;
    roles.set(fold(audience.name), audience);
    found.push({ text: audience.name, span: words.span });
  }
  return found;
}

/** Whom the bullets of rights name. */
const peopleInWords = (blocks: readonly Block[]): readonly TextSpan[] =>
  blocks.flatMap((block) => {
    const who = block.kind === "bullet" ? rightsSentence(block.words)?.who : undefined;
    return who ? split(who, ",").flatMap((part) => partsAt(part, /(?:^|\s+)and\s+|^only\s+/gi)) : [];
  });

/** The cells of a matrix that name roles; none for a table that isn't one. */
function rolesOf(tree: Tree, { headers, rows }: Table): readonly TextSpan[] {
  // A role can be called like an entity.
  const subjects = (cells: readonly (TextSpan | undefined)[]): number => cells.filter((cell) => cell && isSubject(tree, cell)).length / Math.max(1, cells.length);
  const first = rows.map((row) => row.cells[0]);
  if (subjects(headers.slice(1)) > subjects(first)) return first.flatMap((cell) => cell ?? []);
  return subjects(first) > 0 ? headers.slice(1) : [];
}

/** An entity of point 3, or a screen. */
function isSubject(tree: Tree, cell: TextSpan): boolean {
  const names = bare(cell)
    .text.split(":")[0]!
    .split(",")
    .map((name) => fold(name));
  if (/^screens?\b/i.test(names[0]!)) return true;
  const known = entityNames(tree);
  return names.some((name) => known.has(name));
}

const entitiesByTree = new WeakMap<Tree, ReadonlySet<string>>();

function entityNames(tree: Tree): ReadonlySet<string> {
  const known = entitiesByTree.get(tree);
  if (known) return known;
  const names = (tree.points[2]?.sections ?? []).map((section) => section.title.text.replace(/\s*\(.*$/, ""));
  const found = new Set(["user", "users", ...names.flatMap((name) => [fold(name), fold(pluralOf(name))])]);
  entitiesByTree.set(tree, found);
  return found;
}
