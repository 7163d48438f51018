/** Point 2: sentences below a list that say what it shows, in which order and with which columns: `Only open ones, newest first.` */
import { expressionText, fold } from "@nonet/feel";
import type { Attribute, Bullet, TextSpan } from "@nonet/notation";
import type { Context, Use } from "../../context/context.ts";
import { isNameList, nameList } from "../../text/name-list.ts";
import { sentencesOf } from "../../text/sentences.ts";
import { slice } from "../../text/split.ts";
import { findEntity } from "../naming/names.ts";
import { isDescending } from "../naming/word-tests.ts";

/** What is known of the screen before its sentences are read. */
export interface SaidScene {
  readonly screen: string;
  readonly kind: string;
  readonly entity: string;
  /** The condition of the cell Shows. */
  readonly where: TextSpan | null;
  /** Whether the kind of screen has the attribute, and no line says it. */
  readonly lacks: (attribute: string) => boolean;
}

export interface Said {
  readonly attributes: readonly Attribute[];
  /** Conditions that the records on the screen fulfil. */
  readonly only: readonly TextSpan[];
  /** The sentences that are prose. */
  readonly prose: readonly TextSpan[];
}

const subject = String.raw`(?:(?:it|this|here|(?:the|this)\s+(?:list|screen|table|page|board|calendar|timeline|view|overview))\s+)`;
const ordered = new RegExp(String.raw`^(?:${subject}?(?:is\s+|are\s+)?)(sort(?:ed|s)?|order(?:ed|s)?|group(?:ed|s)?)\s+by\s+(\S.*)$`, "iu");
const ranked = new RegExp(
  String.raw`^${subject}?(?:(?:shows?|lists?|displays?|puts?|begins?\s+with|starts?\s+with)\s+)?(?:the\s+)?(most recent|\p{L}+)((?:\s+(?!first|on|at)[\p{L}\p{N}-]+){0,3}?)\s+(?:(?:comes?|(?:is|are)\s+(?:shown|listed))\s+)?(?:first|on top|at the top)$`,
  "iu",
);
const shown = new RegExp(String.raw`^${subject}?(?:shows?|lists?|displays?|contains?)\s+(?=\S)`, "iu");
const tail = /,\s*(?:(?:sorted|ordered)\s+by\s+.+|(?:the\s+)?(?:most recent|\p{L}+)\s+(?:ones\s+)?first)$/iu;
const passive = /\s+(?:is|are)\s+(?:shown|listed|displayed)$/i;
const narrows = /^(?:only|just)\s+(?=\S)/i;

/** A sentence that isn't understood whole is prose; one that says `only` is reported, unless the cell Shows has a condition, which it may explain. A bullet that isn't read is reported as such. */
export function readSaid(context: Context, scene: SaidScene, words: TextSpan, isProse: boolean): Said {
  const [attributes, only, prose]: [Attribute[], TextSpan[], TextSpan[]] = [[], [], []];
  const said = new Set<string>();
  for (const sentence of sentencesOf(words)) {
    const { text } = sentence;
    const bare = slice(sentence, 0, /[.!]?\s*$/.exec(text)!.index);
    const read =
      text.length > 200 || /[\n:`"]/.test(bare.text)
        ? null
        : (orderSaid(context, scene, bare) ?? selectionSaid(context, scene, bare, isProse) ?? columnsSaid(context, scene, bare));
    if (read === null || read.attributes.some(({ name }) => said.has(name.text))) {
      prose.push(sentence);
      continue;
    }
    for (const { name } of read.attributes) said.add(name.text);
    attributes.push(...read.attributes);
    only.push(...read.only);
  }
  return { attributes, only, prose };
}

type Reading = Pick<Said, "attributes" | "only">;

function orderSaid(context: Context, scene: SaidScene, words: TextSpan): Reading | null {
  const by = ordered.exec(words.text);
  const name = by && /^g/i.test(by[1]!) ? "Group by" : "Sort";
  if (!scene.lacks(name)) return null;
  if (by) {
    const value = slice(words, words.text.length - by[2]!.length);
    const first = value.text.split(/,|\s+(?:descending|ascending|then)\b/)[0]!;
    return isField(context, scene, first) ? { attributes: [attribute(words, name, value)], only: [] } : null;
  }
  const rank = ranked.exec(words.text);
  if (!rank || isDescending(rank[1]!) === undefined || !isNoun(context, scene, rank[2]!)) return null;
  const at = slice(words, words.text.toLowerCase().indexOf(rank[1]!.toLowerCase(), rank[0].length - words.text.length));
  const value = { ...slice(at, 0, rank[1]!.length), text: `${rank[1]!.toLowerCase()} first` };
  return { attributes: [attribute(words, name, value)], only: [] };
}

function selectionSaid(context: Context, scene: SaidScene, words: TextSpan, isProse: boolean): Reading | null {
  const lead = shown.exec(words.text);
  const all = slice(words, lead?.[0].length ?? 0);
  const isOnly = narrows.test(all.text);
  if (!lead && !isOnly && !passive.test(all.text)) return null;
  const end = tail.exec(all.text)?.index ?? all.text.length;
  const rest = slice(all, narrows.exec(all.text)?.[0].length ?? 0, end - (passive.exec(all.text.slice(0, end))?.[0].length ?? 0));
  const order = end < all.text.length ? orderSaid(context, scene, slice(all, end + 1)) : { attributes: [], only: [] };
  const use: Use = { what: `screen "${scene.screen}"`, self: scene.entity, expect: { kind: "boolean" } };
  const { found, isSelection } = conditionIn(context, scene, rest);
  const readings = order ? found : [];
  const read = readings.find((one) => context.tryExpression(one, use)?.type.kind === "boolean");
  if (read && order) {
    const known = scene.where && context.tryExpression(scene.where, use);
    const isKnown = known && expressionText(known) === expressionText(context.tryExpression(read, use)!);
    return isKnown && order.attributes.length === 0 ? null : { attributes: order.attributes, only: isKnown ? [] : [read] };
  }
  if (isProse && isOnly && isSelection && scene.where === null)
    context.report("prose-rule", words.span, "Nothing selects by this sentence, so the screen shows all records.", {
      hint: `Write \`${scene.kind} of ${/\b(?:my|own|their|his|her)\b/i.test(rest.text) ? `my ${scene.entity}` : `${scene.entity} … where CONDITION`}\` in the cell Shows. The rights to read records stand in point 6.`,
    });
  return null;
}

/** `open ones`, `Loans that are open`, `those without a fee`: the condition as it may be meant, and whether the words select records at all. */
function conditionIn(context: Context, scene: SaidScene, words: TextSpan): { readonly found: readonly TextSpan[]; readonly isSelection: boolean } {
  const bare = slice(words, /^(?:all\s+)?(?:of\s+)?(?:the\s+)?/i.exec(words.text)![0].length);
  const clause = /\s+(?:(?:that|which|who)\s+(?:are|is)|where|whose|for which|(with|without))\s+(?=\S)|\s+(?=(?:not|of|in|from)\s)/i.exec(bare.text);
  if (clause && (/^(?:ones|those)$/i.test(bare.text.slice(0, clause.index)) || isNoun(context, scene, bare.text.slice(0, clause.index)))) {
    const rest = slice(bare, clause.index + clause[0].length);
    const has = clause[1] === undefined ? [] : [behind(/out$/i.test(clause[1]) ? "it has no " : "it has ", slice(rest, /^(?:an?\s+)?/i.exec(rest.text)![0].length))];
    return { found: clause[1] === undefined ? [rest, behind("it is ", rest)] : has, isSelection: true };
  }
  for (const { index } of bare.text.matchAll(/\s+(?=\S)/g))
    if (isNoun(context, scene, bare.text.slice(index))) return { found: [slice(bare, 0, index), behind("it is ", slice(bare, 0, index))], isSelection: true };
  return { found: [], isSelection: false };
}

function columnsSaid(context: Context, scene: SaidScene, words: TextSpan): Reading | null {
  const lead = shown.exec(words.text);
  if (!lead || !scene.lacks("Columns")) return null;
  const rest = slice(words, lead[0].length);
  const isName = (name: string): boolean => isField(context, scene, name);
  if (!isNameList(rest.text, isName)) return null;
  const items = nameList(rest, isName).map((one) => slice(one, article.exec(one.text)?.[0].length ?? 0));
  if (items.length < 2) return null;
  const value = { text: items.map(({ text }) => text).join(", "), span: rest.span, items };
  return { attributes: [attribute(words, "Columns", value)], only: [] };
}

/** The words behind more text; they keep their place. */
const behind = (lead: string, { text, span }: TextSpan): TextSpan => ({ text: `${lead}${text}`, span: { ...span, from: span.from - lead.length } });

const article = /^(?:the|its|their|each)\s+(?=\S)/i;

function isField(context: Context, { entity }: SaidScene, name: string): boolean {
  const key = fold(name.trim().replace(article, ""));
  return key === "state" || context.declared.entities.get(fold(entity))?.fields.has(key) === true;
}

const isNoun = (context: Context, { entity }: SaidScene, text: string): boolean => /^(?:ones|records|entries)?$/i.test(text.trim()) || findEntity(context, text.trim()) === entity;

function attribute(sentence: TextSpan, name: string, value: TextSpan): Attribute {
  const bullet: Bullet = { kind: "bullet", words: sentence, label: null, value: null, children: [], span: sentence.span };
  return { name: { text: name, span: sentence.span }, key: fold(name), title: null, value, children: [], bullet };
}
