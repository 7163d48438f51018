/** Reads a line by a table of forms. Each slot is the text that fills it, at its place in the sources. */
import { describePattern, type FormTable, type NearMiss, readForm, type SlotTests } from "@nonet/forms";
import type { TextSpan } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import type { Code } from "../diagnostics/catalogue.ts";
import { type FormLine, slotTexts } from "../text/form-line.ts";
import { slice } from "../text/split.ts";

export { type FormLine, tryForm } from "../text/form-line.ts";

/** How a reader reports a line that no form matches. */
export interface FormReport {
  readonly code: Code;
  /** What the line should be: `a statement`. Without it, the table's own. */
  readonly place?: string;
  /** Reports a near miss in words of its own; false leaves it to the general message. */
  near?(miss: NearMiss, at: TextSpan): boolean;
}

/** The line by its form; null if none matches or several do, which is reported. */
export function readByForm<Name extends string>(ctx: Context, table: FormTable<Name>, words: TextSpan, tests: SlotTests, report: FormReport): FormLine<Name> | null {
  const reading = readForm(table, words.text, tests);
  switch (reading.kind) {
    case "match": {
      const slots = slotTexts(words, reading.slots);
      return { name: reading.name, slots, flags: reading.flags };
    }
    case "ambiguous": {
      const ways = reading.readings.map(({ form }) => `\`${describePattern(form.pattern)}\``);
      ctx.report(report.code, words.span, `"${words.text}" can be read in ${ways.length} ways: ${ways.join(" or ")}.`, {
        hint: `Write it as in \`${reading.readings[0]!.form.example}\` or \`${reading.readings[1]!.form.example}\`.`,
      });
      return null;
    }
    case "none":
      reportNone(ctx, table, words, reading.near, report);
      return null;
  }
}

function reportNone(ctx: Context, table: FormTable, words: TextSpan, near: NearMiss | null, report: FormReport): void {
  const at = near && slice(words, near.at.from, near.at.to);
  if (near && report.near?.(near, at!)) return;
  const place = report.place ?? table.place;
  if (!near || !at) {
    const some = Object.values(table.forms).filter((form) => !form.isRejected);
    ctx.report(report.code, words.span, `"${words.text}" isn't ${place}.`, {
      hint: `Write, for example, ${some
        .slice(0, 3)
        .map((form) => `\`${form.example}\``)
        .join(" or ")}.`,
    });
    return;
  }
  const { expected } = near;
  const wants = expected === "end" ? "nothing more" : "words" in expected ? `\`${expected.words[0]}\`` : expected.slot;
  const isMisspelt = expected !== "end" && "words" in expected && at.text !== "" && !/\s/.test(at.text);
  ctx.report(
    report.code,
    at.text === "" ? words.span : at.span,
    at.text === ""
      ? `"${words.text}" isn't ${place} yet: ${wants} is missing.`
      : `"${words.text}" isn't ${place}: \`${describePattern(near.form.pattern)}\` expects ${wants} here.`,
    {
      hint: `Write it as in \`${near.form.example}\`.`,
      fixes: isMisspelt ? [{ title: `Write ${expected.words[0]}`, edits: [{ span: at.span, text: expected.words[0]! }] }] : [],
    },
  );
}
