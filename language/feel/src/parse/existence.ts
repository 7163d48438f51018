/** Parses `no Sample where …`, `there is a Sample where …`, `there are no lines`: whether there are such records. */
import { knownNameAt, resolveName, scopeNameAt } from "../syntax/names.ts";
import { cover, hole, isWord, peek, type Reader, report, spanSince } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { fold } from "../types/scope.ts";
import { buildBuiltin } from "../typing/call.ts";
import { buildComparison } from "../typing/comparison.ts";
import { buildName } from "../typing/name.ts";
import { takeCopula } from "../words/copula.ts";
import { take } from "../words/take.ts";
import { saysWhich, selected } from "../words/which-records.ts";
import { parseCountInWords, reportItself } from "./count-in-words.ts";
import { parsePostfix } from "./postfix.ts";
import { parseDescribedList } from "./described-list.ts";
import { listCalled, stem, subject } from "./records-in-words.ts";

export function parseExistence(r: Reader): Expression | undefined {
  if (r.dynamic || !["no", "there"].includes(peek(r).text.toLowerCase()) || scopeNameAt(r)) return undefined;
  const { at } = r;
  const { from } = peek(r);
  const found = existence(r, from);
  if (found) return found;
  r.at = at;
  const described = existenceDescribed(r, from);
  if (!described) r.at = at;
  return described;
}

function existence(r: Reader, from: number): Expression | undefined {
  const isSaid = take(r, "there");
  const isPlural = isSaid && /^aren?/.test(peek(r).text);
  const are = !isSaid ? { not: false } : take(r, "are") ? { not: false } : take(r, "aren't") ? { not: true } : takeCopula(r);
  const isNone = take(r, "no");
  const counted = isSaid && are && !isNone ? parseCountInWords(r) : undefined;
  if (counted) return are!.not ? buildBuiltin(r, "not", [{ value: counted }], spanSince(r, from), spanSince(r, from)) : counted;
  if (!are || (are.not && isNone) || (!isNone && !["a", "an", "any"].some((word) => take(r, word)) && !isPlural)) return undefined;
  const begin = peek(r).from;
  const self = subject(r, begin);
  const isList = (folded: string): boolean => listNamed(r, folded, begin) !== undefined || (self !== undefined && listCalled(r, self, folded, begin) !== undefined);
  const run = knownNameAt(r, isList);
  if (!run || (!isSaid && !isWord(peek(r, run.tokens), "where") && !isFiltered(r, run.tokens) && !saysWhich(r, run.tokens))) return undefined;
  const bracketed = isFiltered(r, run.tokens) ? parsePostfix(r) : undefined;
  if (!bracketed) r.at += run.tokens;
  const list = (self && listCalled(r, self, fold(run.name), begin)) ?? listNamed(r, fold(run.name), begin)!;
  const named = { ...list, span: spanSince(r, begin) };
  const sign = isNone || are.not ? "=" : ">";
  const reported = r.diagnostics.length;
  const found = bracketed ?? selected(r, named);
  const place = spanSince(r, from);
  const isOwn = named.kind === "global" && named.type.kind === "list" && named.type.of.kind === "record" && self?.type.kind === "record" && named.type.of.name === self.type.name;
  if (isOwn && found !== named && r.diagnostics.length === reported && r.frames.length === 0) {
    const before = { ...place, to: named.span.from };
    report(r, "syntax-error", place, `The checked ${run.name} is one of these records itself.`, {
      hint: `Compare it with the others: \`count(other ${run.name} where …) ${sign} 0\`.`,
      fixes: [
        {
          title: `Count the other ones`,
          edits: [
            { span: before, text: "count(other " },
            { span: { ...place, from: place.to }, text: `) ${sign} 0` },
          ],
        },
      ],
    });
    return hole(place);
  }
  const zero: Expression = { kind: "literal", value: "0", type: { kind: "number", integer: true }, nullable: false, span: place };
  return { ...buildComparison(r, sign, buildBuiltin(r, "count", [{ value: found }], cover(found.span, found.span), found.span), zero), span: place };
}

/** `no other open Appointment of the patient`, `there is another Sign-up of the same member`. */
function existenceDescribed(r: Reader, from: number): Expression | undefined {
  const isSaid = take(r, "there");
  const are = !isSaid ? { not: false } : take(r, "are") ? { not: false } : take(r, "aren't") ? { not: true } : takeCopula(r);
  const isNone = take(r, "no");
  if (!are || (are.not && isNone)) return undefined;
  const isAnother = !isNone && take(r, "another");
  if (!isNone && !isAnother && !["a", "an", "any"].some((word) => take(r, word)) && !isSaid) return undefined;
  const found = parseDescribedList(r, { isCounted: false, isAnother, needsMore: true });
  // Without `there is`, a list that nothing describes would be the subject of a longer statement.
  if (!found || /^(?:is|are|has|have|isn|aren)$/.test(peek(r).text)) return undefined;
  const itself = reportItself(r, found, from);
  if (itself) return itself;
  const place = spanSince(r, from);
  const zero: Expression = { kind: "literal", value: "0", type: { kind: "number", integer: true }, nullable: false, span: place };
  return { ...buildComparison(r, isNone || are.not ? "=" : ">", buildBuiltin(r, "count", [{ value: found.list }], place, found.list.span), zero), span: place };
}

/** `no Visit[child = this.child]`. */
const isFiltered = (r: Reader, ahead: number): boolean => peek(r, ahead).text === "[";

/** All records of an entity, or another list of records that is known. */
function listNamed(r: Reader, folded: string, from: number): Expression | undefined {
  const found = resolveName(r, folded) ?? resolveName(r, stem(folded));
  const named = found && buildName(r, folded, found, spanSince(r, from), false);
  return named?.type.kind === "list" && named.type.of.kind === "record" ? named : undefined;
}
