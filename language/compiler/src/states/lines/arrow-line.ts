/** What to write for a line with arrows that isn't a row: `open → delayed` names no action. */
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { roleNamed } from "../../syntax/roles/matrix-roles.ts";
import { arrowParts } from "../../syntax/transition-bullets.ts";
import { listedNames } from "../../text/listed-names.ts";

interface Meant {
  /** Why the line isn't the row. */
  readonly why: string;
  readonly From: string;
  /** Null if the line doesn't say it. */
  readonly Action: string | null;
  readonly To: string;
  readonly Who?: string | undefined;
}

/** Reports a line with arrows, with its row; false for other lines. */
export function reportArrowLine(ctx: PointCompiler, words: TextSpan): boolean {
  const meant = meantBy(ctx, words);
  if (!meant) return false;
  const { why, From, Action, To, Who } = meant;
  const row = `| ${From} | ${Action ?? "ACTION"} | ${To} |${Who === undefined ? "" : ` ${Who} |`}`;
  const parts = arrowParts(words)!;
  const rest = `${parts.when ? `, ${parts.when.text}` : ""}${parts.then ? `; ${parts.then.text}` : ""}`;
  const line = `${From} → ${Action} → ${To}${Who === undefined ? "" : `: ${Who}`}${rest}`;
  ctx.report("unknown-attribute", words.span, `This line isn't a row of the table: ${why}.`, {
    hint: `Write the row with From, Action, To${Who === undefined ? "" : " and Who"}: \`${row}\`.`,
    ...(Action === null ? {} : { fixes: [{ title: `Write \`${line}\``, edits: [{ span: words.span, text: line }] }] }),
  });
  return true;
}

function meantBy(ctx: PointCompiler, words: TextSpan): Meant | null {
  const parts = arrowParts(words);
  if (!parts) return null;
  const { steps, remark, who } = parts;
  const [From, second, third] = steps.map(({ text }) => text) as [string, string, string?];
  const noted = remark?.text.replace(/^\(|\)\.?$/g, "");
  const isPeople = (text: string): boolean =>
    listedNames({ ...words, text: text.replace(/^by\s+/i, "") }).every((one) => roleNamed(ctx.declared.roles, one.text.replace(/\sown$/i, "")) !== undefined);
  if (steps.length > 3) return { why: "it has more than two arrows, and each step is a row of its own", From, Action: null, To: second };
  if (third === undefined) {
    const said = [noted, who?.text].filter((text) => text !== undefined);
    const people = said.find(isPeople);
    const others = said.filter((text) => text !== people);
    return others.length === 1 && /^\p{Lu}/u.test(others[0]!)
      ? { why: `"${others[0]!}" could be the action or the role`, From, Action: others[0]!, To: second, Who: people }
      : { why: "it doesn't name the action between the two states", From, Action: null, To: second, Who: people };
  }
  const [to, people] = third.includes(",") ? [third.slice(0, third.indexOf(",")).trim(), third.slice(third.indexOf(",") + 1).trim()] : [third, undefined];
  if (people !== undefined) return isPeople(people) && !who ? { why: "a colon is missing before the roles", From, Action: second, To: to, Who: people } : null;
  if (/^(?:after|at|when|once|as soon as|every|on)\s/.test(second))
    return { why: "what happens by itself stands in parentheses", From, Action: `(${second})`, To: third, Who: who?.text };
  if (noted !== undefined && who) return { why: `"${noted}" and "${who.text}" both seem to say who`, From, Action: second, To: third, Who: who.text };
  return { why: `"${second}" could be a state or an action`, From, Action: null, To: third, Who: who?.text };
}
