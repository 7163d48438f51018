/** `duration, default 12 months`, `integer, default 3 days`: a length of time in a field that can't hold it. */
import { fold } from "@nonet/feel";
import type { Field } from "@nonet/model";
import { codeOf, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { EntityDraft } from "../../declare/drafts.ts";

type Named = Pick<Field, "name" | "type">;

const length = /^(-?\d{1,6})\s+(minute|hour|day|week|month|year)s?$/i;

/** `default 12 months` of the number `period in months`: the number alone. */
export function withoutUnit({ name, type }: Named, words: TextSpan): TextSpan {
  const found = type.kind === "integer" || type.kind === "number" ? length.exec(codeOf(words).text) : null;
  return found && isNamed(name, found[2]!) ? { ...words, text: found[1]! } : words;
}

const isNamed = (name: string, unit: string): boolean =>
  fold(name)
    .split(" ")
    .some((word) => word === fold(unit) || word === `${fold(unit)}s`);

/** Whether the words were refused: months have no fixed length, and a number has no unit. */
export function reportLengthOfTime(ctx: PointCompiler, draft: EntityDraft, { name, type }: Named, words: TextSpan): boolean {
  const found = length.exec(codeOf(words).text);
  if (!found) return false;
  const [, number, unit] = found;
  const several = `${unit!.toLowerCase()}s`;
  const written = draft.raw.find((one) => fold(one.name) === fold(name))?.raw?.type;
  const added = `DATE + ${name} * 1 ${unit!.toLowerCase()}`;
  if (type.kind === "number" || type.kind === "integer") {
    ctx.report("unreadable-value", words.span, `"${words.text}" is a length of time, and ${type.kind === "integer" ? "an integer" : "a number"} has no unit.`, {
      hint: `Write \`${number}\`, and say the unit in the field's name: \`${name} in ${several}\`. A formula adds it to a date as \`${added}\`.`,
      fixes: [
        { title: `Write ${number}`, edits: [{ span: words.span, text: number! }] },
        ...(written && !/^(?:month|year)$/i.test(unit!) ? [{ title: "Make it a duration", edits: [{ span: written.span, text: "duration" }] }] : []),
      ],
    });
    return true;
  }
  if (type.kind !== "duration" || !/^(?:month|year)$/i.test(unit!)) return false;
  ctx.report("unreadable-value", words.span, `A duration counts days, hours and minutes, and ${several} have no fixed length, so it can't hold "${words.text}".`, {
    hint: `Write \`${name}: integer\` for a number of ${several}, and \`${number}\` here. A formula adds it to a date as \`${added}\`.`,
    ...(written && {
      fixes: [
        {
          title: `Write integer, and ${number}`,
          edits: [
            { span: written.span, text: "integer" },
            { span: words.span, text: number! },
          ],
        },
      ],
    }),
  });
  return true;
}
