/** Reports a rule that is written as a sentence, with the row that says it. */
import { type Expression, fold } from "@nonet/feel";
import type { Bullet, TextSpan } from "@nonet/notation";
import type { Fix, Span } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";
import { cut, withoutStop } from "../text/split.ts";

const head = "| Rule | Entity | Must hold | Otherwise |";

export function reportRuleSentence(ctx: PointCompiler, bullet: Bullet): void {
  const { row, fix } = proposedRow(ctx, bullet.words, bullet.span, bullet.label !== null);
  ctx.report("unreadable-line", bullet.words.span, "A rule is a row of a table, not a sentence.", {
    hint: `Write \`${row}\` below \`${head}\`, and list the code in point 8.`,
    fixes: fix ? [fix] : [],
  });
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
  const { condition: whole, code: written } = refusalOf(words);
  const named = readings(ctx, whole).length === 0 && isLabelled ? cut(whole, /:\s+/) : null;
  const condition = named?.after ?? whole;
  const name = (named?.before ?? whole).text.replaceAll("**", "");
  const read = readings(ctx, condition);
  const code = written ?? codeFrom(name);
  const [entity, holds] = read.length === 1 ? [read[0]!.entity, read[0]!.holds] : [namedIn(ctx, condition) ?? "ENTITY", "`EXPRESSION`"];
  const row = `| ${[name, entity, holds, code].map((cell) => cell.replace(/\|/g, "\\|")).join(" | ")} |`;
  if (read.length !== 1) return { row, condition: null, fix: null };
  const fix: Fix = { title: "Make it a row of a table", edits: [{ span, text: `\n${head}\n|---|---|---|---|\n${row}\n` }] };
  return { row, condition: read[0]!.condition, fix };
}

/** `Name is given, otherwise NO_NAME`, `Name is given. (NO_NAME)`, `Name is given → NO_NAME`. */
function refusalOf(bullet: TextSpan): { readonly condition: TextSpan; readonly code: string | null } {
  const words = withoutStop(bullet);
  const refused =
    cut(words, /[,;]?\s+(?:otherwise|else)[,:]?\s+/i) ?? cut(words, /\.?\s*(?:→|⇒|->|=>|[–—])\s*(?=`?[A-Z][A-Z0-9_]+`?$)/) ?? cut(words, /\.?\s*(?=[([]`?[A-Z][A-Z0-9_]+`?[)\]]$)/);
  const code = refused && /^[([]?`?([A-Z][A-Z0-9_]+)`?[)\]]?$/.exec(refused.after.text)?.[1];
  return refused ? { condition: refused.before, code: code ?? null } : { condition: words, code: null };
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
