/** Reports a rule that is written as a sentence and can't be read, with the row that says it. */
import { type Expression, fold } from "@nonet/feel";
import type { Bullet, TextSpan } from "@nonet/notation";
import type { Fix, Span } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { article, list } from "../text/english.ts";
import { cut } from "../text/split.ts";
import { markNamed, refusalOf } from "./sentence-refusal.ts";
import type { SentenceReading } from "./sentence-row.ts";

const head = "| Rule | Entity | Must hold | Otherwise |";

type Unread = Exclude<SentenceReading, { readonly kind: "row" }>;

export function reportRuleSentence(ctx: PointCompiler, bullet: Bullet, reading: Unread): void {
  markNamed(ctx, bullet.words);
  if (reportLocked(ctx, bullet)) return;
  const { row, fix } = proposedRow(ctx, bullet.words, bullet.span, bullet.label !== null);
  const { at, message, hint } = whatLacks(reading, bullet.words);
  // A row with the name that limits the rule wouldn't be limited either.
  const isWhole = reading.kind !== "limit";
  ctx.report("unreadable-line", at.span, message, { hint: isWhole ? `${hint} Or write \`${row}\` below \`${head}\`.` : hint, fixes: fix && isWhole ? [fix] : [] });
}

function whatLacks(reading: Unread, words: TextSpan): { readonly at: TextSpan; readonly message: string; readonly hint: string } {
  if (reading.kind === "several")
    return { at: words, message: `This rule could be about ${list(reading.entities, "or")}.`, hint: `Begin it with the entity, as in \`- ${reading.entities[0]!}: …\`.` };
  if (reading.kind === "limit")
    return {
      at: reading.words,
      message: `The words before the colon are the rule's name, so "${reading.words.text}" in them would have no effect.`,
      hint: "Say it behind the colon: with the entity, as in `- Order, on create: …` or `- Order, while open: …`, or in the condition.",
    };
  const code = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/.exec(words.text)?.[0];
  if (reading.what === "code" && code !== undefined)
    return { at: words, message: `What follows ${code} isn't understood.`, hint: `End the rule with its code, as in \`CONDITION, otherwise ${code}\`.` };
  if (reading.what === "code") return { at: words, message: "This rule doesn't say which error it gives.", hint: "End it with `, otherwise CODE`, and list the code in point 8." };
  return {
    at: words,
    message: "This sentence isn't understood as a rule.",
    hint: "Write its entity and its condition, as in `- Title: Order, on create: CONDITION, otherwise CODE`.",
  };
}

/** `An Invoice can't be changed once it has been sent`: an attribute of the entity. */
function reportLocked(ctx: PointCompiler, { words }: Bullet): boolean {
  const found =
    /\b(?:an?|the|every|each|all)?\s*(\p{L}[\p{L}\p{N} -]*?)\s+(?:can(?:no|['’])t|can\s+not|may\s+not|must\s+not|shall\s+not)\s+be\s+(?:changed|edited|updated|modified)(?:\s+(?:any\s?more|any longer))?\s+(?:once|when|after|while|if|as soon as|as long as)\s+(?:(?:it|they)\s+(?:is|are|has\s+been|have\s+been)\s+)?(\p{L}[\p{L} ]*)/iu.exec(
      refusalOf(words).rest.text,
    );
  const draft = found && [...ctx.drafts.values()].find(({ name, plural }) => [name, plural].some((one) => fold(found[1]!).endsWith(fold(one))));
  const state = draft?.states.find((one) => fold(one) === fold(found![2]!));
  if (!draft || state === undefined) return false;
  ctx.report("unreadable-line", words.span, `That ${article(draft.name)} can't be changed is an attribute of the entity, not a rule.`, {
    hint: `Write \`- Locked while: ${state}\` below \`### ${draft.name}\` in point 3, with every other state in which it stays locked, and remove this line and its code.`,
  });
  return true;
}

interface ProposedRow {
  readonly row: string;
  /** Null unless the sentence is a condition over the fields of one entity. */
  readonly condition: Expression | null;
  /** Puts a table in place of `span`. */
  readonly fix: Fix | null;
}

/** The row that says what a sentence says, with `EXPRESSION` where its condition isn't understood. */
export function proposedRow(ctx: PointCompiler, words: TextSpan, span: Span, isLabelled = false): ProposedRow {
  const { rest: whole, refusal } = refusalOf(words);
  const named = readings(ctx, whole).length === 0 && isLabelled ? cut(whole, /:\s+/) : null;
  const condition = named?.after ?? whole;
  const name = (named?.before ?? whole).text.replaceAll("**", "");
  const read = readings(ctx, condition);
  const code = refusal?.text ?? codeFrom(name);
  const [entity, holds] = read.length === 1 ? [read[0]!.entity, read[0]!.holds] : [namedIn(ctx, condition) ?? "ENTITY", "`EXPRESSION`"];
  const draft = read.length === 1 ? undefined : ctx.drafts.get(fold(entity));
  const overlap = draft && /\boverlap/i.test(condition.text) ? withoutOverlap(draft) : null;
  const row = `| ${[name, entity, overlap ?? holds, code].map((cell) => cell.replace(/\|/g, "\\|")).join(" | ")} |`;
  const fix: Fix = { title: "Make it a row of a table", edits: [{ span, text: `\n${head}\n|---|---|---|---|\n${row}\n` }] };
  if (read.length !== 1) return { row, condition: null, fix: overlap === null ? null : fix };
  return { row, condition: read[0]!.condition, fix };
}
/** The condition that no two records overlap, where only two of the entity's moments can be the ends. */
function withoutOverlap(draft: EntityDraft): string | null {
  const moments = draft.raw.flatMap(({ name }) => (draft.fields.get(fold(name))?.type.kind === "date and time" ? [name] : []));
  return moments.length === 2 ? `no overlap of [${moments[0]!}..${moments[1]!})` : null;
}

/** The entities over whose fields the words are a condition: as they stand, or with `is` for `must be`. */
function readings(ctx: PointCompiler, words: TextSpan): readonly { readonly entity: string; readonly holds: string; readonly condition: Expression }[] {
  const texts = [words.text, words.text.replace(/^(?:the|an?|its)\s+/i, "").replace(/\bmust(\s+not)?\s+be\b/i, (_, not: string | undefined) => `is${not ?? ""}`)];
  return [...ctx.drafts.values()].flatMap(({ name }) => {
    for (const holds of texts) {
      const condition = ctx.tryExpression({ ...words, text: holds }, { what: "a rule", self: name, expect: { kind: "boolean" } });
      if (condition) return [{ entity: name, holds, condition }];
    }
    return [];
  });
}

function namedIn(ctx: PointCompiler, words: TextSpan): string | undefined {
  const text = ` ${fold(words.text)} `;
  const found = [...ctx.drafts.values()].filter(({ name, plural }) => [name, plural].some((one) => text.includes(` ${fold(one)} `)));
  return found.length === 1 ? found[0]!.name : undefined;
}

/** `end date must be after start date`: END_DATE_AFTER_START. */
function codeFrom(text: string): string {
  const left = /^(?:a|an|the|is|are|be|must|may|can|has|have|to|of|its|their|not|at|than|least|most|t|s)$/i;
  const words = text
    .replace(/`[^`]*`/g, " ")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "" && !left.test(word));
  return words.length === 0 ? "CODE" : [...words.slice(0, 4), ...(words.length === 1 ? ["INVALID"] : [])].join("_").toUpperCase();
}
