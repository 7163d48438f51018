/** Reads the roles of point 6, and which roles each of them includes. */
import { fold } from "@nonet/feel";
import type { Block, Bullet, PointTree, Table, TextSpan, Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { pluralOf } from "../../text/plural.ts";
import { bare, isNothing, slice, spacedWords, split } from "../../text/split.ts";
import { isConditionBullet } from "./condition-line.ts";
import { isRight, rightsSentence } from "./grant-lines.ts";
import { isOwnBullet, type Label, labelOf, onlyLabel } from "./line-labels.ts";
import { bulletEdit, linesAmongProse, type UnreadLine } from "../prose-lines.ts";
import { isNoRole } from "../statement-forms.ts";

/** A role as its bullet or table row defines it. */
export interface RoleLine {
  readonly name: TextSpan;
  readonly text: TextSpan;
  /** Its former name: `- **Officer**, was Clerk — …`. */
  readonly was: TextSpan | null;
  /** The roles that it includes, as written. */
  readonly includes: TextSpan | null;
  readonly span: Span;
}

/** The roles that the blocks define, in order; null for a bullet that names none. */
export const roleLines = (blocks: readonly Block[]): readonly { readonly block: Block; readonly roleLine: RoleLine | null }[] =>
  blocks.flatMap((block, i): { block: Block; roleLine: RoleLine | null }[] => {
    if (block.kind === "paragraph") return roleSentences(blocks, block).map((roleLine) => ({ block, roleLine }));
    if (block.kind === "table") return (roleTable(block) ?? []).map((roleLine) => ({ block, roleLine: roleLine.name.text === "" ? null : roleLine }));
    if (block.kind !== "bullet" || isPermissionLabel(block.words) || labelAbove(blocks, i) !== null || isNoRole(block.words) || rightsSentence(block.words)) return [];
    return [{ block, roleLine: roleBullet(block) }];
  });

/** The label `Never:` or `Own:` in a paragraph above a list of bullets, which applies to each bullet. */
export function labelAbove(blocks: readonly Block[], at: number): Label | null {
  if (blocks[at]?.kind !== "bullet") return null;
  const above = blocks.slice(0, at).findLast((block) => block.kind !== "bullet");
  return above?.kind === "paragraph" ? onlyLabel(above.words) : null;
}

/** `- **Manager** — includes Clerk`: the role's name and its description. */
export function roleBullet(bullet: Bullet): RoleLine | null {
  const named = nameAndText(bullet);
  if (!named) return null;
  const listed = /\bincludes\s+([^.;)]+)/i.exec(named.text.text);
  const at = listed ? listed.index + listed[0].length - listed[1]!.length : 0;
  const found = { ...named, includes: listed && slice(named.text, at, at + listed[1]!.length), span: bullet.span };
  const was = /^,?\s*was\s+([^,.;:—–]+?)\s*(?:$|[,.;:—–]\s*|\s-\s)/i.exec(found.text.text);
  if (!was || !found.text.text.startsWith(",")) return { ...found, was: null };
  const from = was[0].indexOf(was[1]!, was[0].search(/was\s/i) + 3);
  return { ...found, text: slice(found.text, was[0].length), was: slice(found.text, from, from + was[1]!.length) };
}

/** A name in bold, in italics or in quotation marks, also after an emoji, with the dash or colon after it. */
const markedName = /^((?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\u200D]+\s*)?(\*\*|__|\*|_|`|"))([^*_`"]+?):?\2\s*([—–:-]+\s*)?/u;

/** `**Manager** — runs the house`: a marked name and a dash. */
export const isMarkedAndDash = (text: string): boolean => /^[—–-]/.test(markedName.exec(text)?.[4] ?? "");

function nameAndText({ words }: Bullet): Pick<RoleLine, "name" | "text"> | null {
  const marked = markedName.exec(words.text);
  if (marked && saysSomething.test(marked[3]!)) return null;
  if (marked) return { name: spacedWords(slice(words, marked[1]!.length, marked[1]!.length + marked[3]!.length)), text: slice(words, marked[0].length) };
  const renamed = /^([\p{L}][\p{L}\d _-]*?)\s*(?=,\s*was\s)/iu.exec(words.text);
  if (renamed) return { name: spacedWords(slice(words, 0, renamed[1]!.length)), text: slice(words, renamed[0].length) };
  const dashed = /^([^—–:.]+?)\s*(?:\s[—–-]\s|:\s)/.exec(words.text);
  if (dashed && saysSomething.test(dashed[1]!)) return null;
  if (dashed) return { name: spacedWords(slice(words, 0, dashed[1]!.length)), text: slice(words, dashed[0].length) };
  // `Manager, includes Clerk`, `Manager (includes Clerk)`.
  const including = /^(\p{L}[\p{L}\d _-]*?)\s*(?:,\s*|\()(?=includes\s)/iu.exec(words.text);
  if (including) {
    const end = /\)\.?$/.exec(words.text);
    return { name: spacedWords(slice(words, 0, including[1]!.length)), text: slice(words, including[0].length, end?.index) };
  }
  const sentence = sentenceOfRole(words);
  if (sentence) return sentence;
  // A sentence about what somebody never does isn't a name, and neither is what somebody may do.
  if (isRight(words)) return null;
  return /^[\p{L}][\p{L}\d _-]*$/u.test(words.text) && !verbs.test(words.text) ? { name: spacedWords(words), text: slice(words, words.text.length) } : null;
}

/** Words that make a sentence of a line: `The notes are hidden from Readers` is no name. */
const verbs = /\s(?:is|are|has|have|may|can|cannot|must|should|shall|will|does|do|gets?|sees?|needs?|reads?|only|never)(?:\s|$)|^(?:never|only)\s/i;

/** A sentence with its verb in front of a colon or a dash: `Teachers never see any money: …` is no name. */
const saysSomething =
  /^(?:never|nobody|no one|only|if|when)\s|\s(?:is|are|has|have|may|can|cannot|can['’]t|mustn['’]t|must|should|shall|will|does|do|gets?|sees?|needs?|never)\s|\s(?:may|can|must|shall)$/i;

/** `Manager includes Clerk`, `A Manager includes everything that a Clerk may do`. */
function sentenceOfRole(words: TextSpan): Pick<RoleLine, "name" | "text"> | null {
  const found = /^((?:(?:an?|the|every|each)\s+)?)(\p{L}[\p{L}\d -]*?)\s+(?=includes\s)/iu.exec(words.text);
  if (!found) return null;
  return { name: spacedWords(slice(words, found[1]!.length, found[1]!.length + found[2]!.length)), text: slice(words, found[0].length) };
}

/** The lines of a paragraph that say which roles of the matrix include which. */
function roleSentences(blocks: readonly Block[], block: Block & { readonly kind: "paragraph" }): readonly RoleLine[] {
  if (!/\bincludes\b/i.test(block.words.text)) return [];
  const heads = new Set(blocks.flatMap((one) => (one.kind === "table" ? rolesOf(one) : [])).map((one) => fold(bare(one).text)));
  return linesAmongProse(block).flatMap((words) => {
    const read = isPermissionLabel(words) || !sentenceOfRole(words) ? null : roleBullet({ kind: "bullet", words, label: null, value: null, children: [], span: words.span });
    return read && saysOnlyWhatIsIncluded(read) && [read.name, ...includedNames(read)].every(({ text }) => heads.has(fold(text))) ? [read] : [];
  });
}

/** Whether the line adds roles to one that may be defined by another line. */
export const saysOnlyWhatIsIncluded = ({ text, was }: RoleLine): boolean => was === null && /^includes\s+[^.;)]+\.?$/i.test(text.text);

/** Labels of notes, which have the form of a role's line. */
const notes = /^(?:note|notes|nb|important|remark|warning|caution|example|hint|tip|see also|open|todo|question)$/i;

/** Lines in prose that look like a role's bullet: they name a role of the matrix, or a name in bold followed by a dash, or they say what only a role's bullet can say. */
export function unreadRoles(point: PointTree): readonly UnreadRole[] {
  const known = unreadByPoint.get(point);
  if (known) return known;
  const blocks = [...point.blocks, ...point.sections.flatMap((s) => s.blocks)];
  const heads = new Set(blocks.flatMap((block) => (block.kind === "table" ? rolesOf(block) : [])).map((one) => fold(bare(one).text)));
  const roles = new Set(roleLines(blocks).flatMap(({ roleLine }) => (roleLine ? [fold(roleLine.name.text)] : [])));
  const understood = new Set(roleLines(blocks).flatMap(({ block, roleLine }) => (roleLine && block.kind === "paragraph" ? [roleLine.span] : [])));
  const found = blocks.flatMap(linesAmongProse).flatMap((words): readonly UnreadRole[] => {
    if (understood.has(words.span)) return [];
    const read = isPermissionLabel(words) ? null : roleBullet({ kind: "bullet", words, label: null, value: null, children: [], span: words.span });
    if (!read || read.name.text.length > 40) return [];
    const key = fold(read.name.text);
    const further = read.was || /^includes\s/i.test(read.text.text);
    if (roles.has(key))
      return further
        ? [{ words, role: null, what: `a description of the role "${read.name.text}"`, but: "it isn't in the bullet of that role", hint: "Move it into the bullet of the role." }]
        : [];
    const isMeant = heads.has(key) || further || (/^\*\*[^*]+\*\*\s*[—–-]\s/.test(words.text) && !notes.test(read.name.text));
    return isMeant ? [{ words, role: read.name, what: `the role "${read.name.text}"`, edits: [bulletEdit(words)] }] : [];
  });
  unreadByPoint.set(point, found);
  return found;
}

/** A role's line in prose; `role` is null if the role has its bullet elsewhere. */
type UnreadRole = UnreadLine & { readonly role: TextSpan | null };

/** The roles of a matrix, in either orientation. */
const rolesOf = ({ headers, rows }: Table): readonly TextSpan[] => (/^roles?$/i.test(headers[0]?.text ?? "") ? rows.map((row) => row.cells[0]!) : headers.slice(1));

/** Cached by point. */
const unreadByPoint = new WeakMap<PointTree, readonly UnreadRole[]>();

/** Labels in point 6 that aren't roles, and the lines of named conditions. */
export const isPermissionLabel = (words: TextSpan): boolean => labelOf(words) !== null || isConditionBullet(words) || isOwnBullet(words);

export function declareRoles(tree: Tree): Map<string, { readonly name: string; readonly span: Span }> {
  const roles = new Map<string, { name: string; span: Span }>();
  const point = tree.points[5];
  for (const { roleLine: role } of roleLines([...(point?.blocks ?? []), ...(point?.sections ?? []).flatMap((s) => s.blocks)])) {
    if (role && !roles.has(fold(role.name.text))) roles.set(fold(role.name.text), { name: role.name.text, span: role.name.span });
  }
  // The line is reported elsewhere, but what it names is declared all the same.
  for (const { role } of point ? unreadRoles(point) : []) if (role && !roles.has(fold(role.text))) roles.set(fold(role.text), { name: role.text, span: role.span });
  return roles;
}

/** The names of the roles that it includes: `Clerk and Guest`, `the role Clerk`, `everything that a Clerk may do`. */
export const includedNames = ({ includes }: RoleLine): readonly TextSpan[] =>
  includes
    ? split(includes, ",/").flatMap((part) =>
        part.text.split(/\s+and\s+/).map((name) => ({
          text: name
            .trim()
            .replace(/^(?:(?:all|everything|whatever)\s+(?:that\s+)?)?(?:(?:the|an?|any|every)\s+)?(?:roles?\s+)?/i, "")
            .replace(/\s+(?:may|can|is allowed to)\s+do$/i, "")
            .replace(/^(\*\*|"|`)(.*)\1$/, "$2"),
          span: part.span,
        })),
      )
    : [];

/** By role, all roles that have it: itself and each role that includes it, directly or indirectly. */
export function holdersOf(tree: Tree): Map<string, string[]> {
  const point = tree.points[5];
  const includes = new Map<string, { name: string; includes: string[] }>();
  for (const { roleLine: role } of roleLines([...(point?.blocks ?? []), ...(point?.sections ?? []).flatMap((s) => s.blocks)])) {
    if (!role) continue;
    const before = includes.get(fold(role.name.text));
    includes.set(fold(role.name.text), { name: before?.name ?? role.name.text, includes: [...(before?.includes ?? []), ...includedNames(role).map((one) => fold(one.text))] });
  }
  const holders = new Map<string, string[]>();
  for (const key of includes.keys()) {
    const found = new Set([key]);
    for (const each of found) for (const [other, role] of includes) if (role.includes.some((name) => name === each || name === fold(pluralOf(each)))) found.add(other);
    holders.set(
      key,
      [...found].map((one) => includes.get(one)!.name),
    );
  }
  return holders;
}

const includes = new Set(["includes", "include", "included", "also", "inherits"]);
const was = new Set(["was", "formerly"]);
const people = new Set([
  "role",
  "roles",
  "audience",
  "audiences",
  "who",
  "user group",
  "user groups",
  "group",
  "users",
  "user",
  "target group",
  "for whom",
  "persona",
  "stakeholder",
]);
const texts = new Set([
  "what they do here",
  "task",
  "tasks",
  "means",
  "meaning",
  "description",
  "who",
  "who they are",
  "who it is",
  "what they do",
  "does",
  "note",
  "notes",
  "for whom",
  "people",
  "person",
]);

const keyOf = (words: TextSpan): string => fold(bare(words).text);

/** Cached by table. */
const read = new WeakMap<Table, readonly RoleLine[] | null>();

/** A table whose rows are roles: `Role | Includes | Means` in point 6, `Role | Who they are` in point 1. Null for another table, such as a matrix. */
export function roleTable(table: Table): readonly RoleLine[] | null {
  const known = read.has(table) ? read.get(table)! : readTable(table);
  read.set(table, known);
  return known;
}

function readTable({ headers, rows }: Table): readonly RoleLine[] | null {
  const [first, ...more] = headers;
  if (!first || more.length === 0 || !people.has(keyOf(first))) return null;
  if (!more.every((header) => [includes, was, texts].some((set) => set.has(keyOf(header))))) return null;
  return rows.map((row) => {
    const cell = (of: ReadonlySet<string>): TextSpan | null => row.cells[headers.findIndex((header, i) => i > 0 && of.has(keyOf(header)))] ?? null;
    const filled = (words: TextSpan | null): TextSpan | null => (words && !isNothing(words) ? words : null);
    const belonging = /^(\**[^*]+?\**)\s+(?=belongs?\s+to\s)/i.exec(row.cells[0]!.text);
    const name = bare(belonging ? slice(row.cells[0]!, 0, belonging[1]!.length) : row.cells[0]!);
    return {
      name,
      text: belonging ? slice(row.cells[0]!, belonging[0].length) : (cell(texts) ?? { text: "", span: name.span }),
      was: filled(cell(was)),
      includes: filled(cell(includes)),
      span: row.span,
    };
  });
}
