/** What the cell Shows of a list says of its columns and groups, which stand below the heading of the screen: `table of Loans with number and day`. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import type { PlannedFix } from "../fixes/planned-fix.ts";
import { screenTables } from "../syntax/screen-rows.ts";
import { isNameList, nameList } from "../text/name-list.ts";
import { slice } from "../text/split.ts";
import { findEntity } from "./naming/names.ts";
import { plainName } from "./naming/plain-name.ts";

const lead = String.raw`^((?:(?:an?|the)\s+)?(?:list|table|grid|overview)\s+of\s+(?:(?:all|my|the)\s+)?`;
const columns = new RegExp(String.raw`${lead}([\p{L}][\p{L}\p{N} -]*?))(?:,?\s+(?:with|showing)\s+(?:(?:the|its|their)\s+)?(?:columns?:?\s+)?|\s*\(|:\s+)([^()\x60]+?)\)?$`, "iu");
const groups = new RegExp(String.raw`${lead}([\p{L}][\p{L}\p{N} -]*?)(?:\s+where\s+.+?)?),?\s+grouped\s+(?:by|per)\s+(.+)$`, "iu");

/** Reports it with the bullet that says it; false for a cell of another kind. */
export function reportListDetails(context: Context, words: TextSpan): boolean {
  if (words.text.length > 200) return false;
  const grouped = groups.exec(words.text);
  const found = grouped ?? columns.exec(words.text);
  const entity = found && findEntity(context, plainName({ text: found[2]!, span: words.span }).text);
  const fields = entity === null ? undefined : context.declared.entities.get(fold(entity))?.fields;
  if (!found || !fields) return false;
  const isField = (name: string): boolean => fields.has(fold(name)) || fold(name) === "state";
  if (grouped ? !isField(found[3]!) && !/^(?:day|week|month|quarter|year) of /i.test(found[3]!) : !isNameList(found[3]!, isField)) return false;
  if (grouped && !isField(found[3]!)) {
    const report = `report of ${entity!} by ${found[3]!}`;
    context.report("unknown-kind", words.span, `A list is grouped by a field, and "${found[3]!}" is a part of a date.`, {
      hint: `Write \`${report}\`, which counts the records of each, or group the list by a field.`,
      fixes: [{ title: `Write "${report}"`, edits: [{ span: words.span, text: report }] }],
    });
    return true;
  }
  const attribute = grouped
    ? `Group by: ${found[3]!}`
    : `Columns: ${nameList(namesAt(words, found[1]!.length, found[3]!), isField)
        .map(({ text }) => text)
        .join(", ")}`;
  const screen = screenTables(context.tree)
    .flatMap(({ screens }) => screens)
    .find(({ shows }) => shows?.span.from === words.span.from && shows.span.file === words.span.file)?.name.text;
  context.report("unknown-kind", words.span, `${grouped ? "What a list is grouped by" : "The columns of a list"} can't stand in the cell Shows.`, {
    hint: `Write \`${found[1]!.trim()}\` in the cell, and \`- ${attribute}\` below \`### ${screen ?? "SCREEN"}\`.`,
    fixes: screen === undefined ? [] : [moved(context, words, found[1]!.trim(), screen, attribute)],
  });
  return true;
}

function namesAt(words: TextSpan, after: number, names: string): TextSpan {
  const at = words.text.indexOf(names, after);
  return slice(words, at, at + names.length);
}

function moved(context: Context, words: TextSpan, shows: string, screen: string, attribute: string): PlannedFix {
  const hasSection = context.tree.points[1]!.sections.some(({ title }) => fold(title.text) === fold(screen));
  return {
    title: `Write "${attribute}" below ${screen}`,
    edits: [{ span: words.span, text: shows }],
    adds: [hasSection ? { kind: "bullet", point: 2, below: screen, text: attribute } : { kind: "section", point: 2, text: `### ${screen}\n\n- ${attribute}` }],
  };
}
