/** Point 9: the columns and lines that the section of a decision table can have. */
import { fold } from "@nonet/feel";
import type { PointCompiler } from "../context/point-compiler.ts";
import { isCalendarLine, linesOf } from "../syntax/constants/calendars.ts";
import type { RawTable } from "../syntax/constants/decision-tables.ts";

export function checkShape(ctx: PointCompiler, raw: RawTable): void {
  ctx.markEnforced(raw.section.title.span);
  for (const block of raw.section.blocks) {
    if (block.kind === "table" && block !== raw.table)
      ctx.report("unreadable-table", block.span, `"${raw.name.text}" already has a table.`, { hint: "Give the second table its own heading." });
    const days = block.kind === "paragraph" ? linesOf(block).find(isCalendarLine) : undefined;
    if (days)
      ctx.report("unreadable-line", days.span, `This doesn't belong to the decision table "${raw.name.text}".`, {
        hint: "Write working time and holidays above the first heading of point 9, or below `### Calendar NAME`.",
      });
    if (block.kind === "bullet" && !/^\**hit policy/i.test(block.words.text))
      ctx.report("unreadable-line", block.span, `This doesn't belong to the decision table "${raw.name.text}".`, { hint: "Only `Hit policy: …` can be written here." });
  }
  const first = raw.results[0]!.at;
  for (const column of raw.inputs) {
    if (column.at > first)
      ctx.report("unknown-column", column.name.span, `The input "${column.name.text}" comes after a result.`, {
        hint: "Put inputs first and results last, each result with the header `→ name`.",
      });
    if (column.name.text === "") ctx.report("unknown-column", raw.table.span, "A column of the decision table has no name.");
  }
  const names = [...raw.inputs, ...raw.results].map((c) => fold(c.name.text));
  [...raw.inputs, ...raw.results].forEach((c, i) => {
    if (names.indexOf(names[i]!) !== i) ctx.report("doubled-column", c.name.span, `Two columns are named "${c.name.text}".`);
  });
}
