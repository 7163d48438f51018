/** Fixes that define what a line names and nothing defines: a field, an entity, what an action asks for, a calendar. Types and values stay open. */
import type { PlannedFix } from "./planned-fix.ts";
import { cellsAt, lineAt, lineText, type Spot } from "./spot.ts";
import { tableLines } from "./removals.ts";

type Planned = (spot: Spot) => PlannedFix | null;

const headingAbove = ({ text, line }: Spot): string | null => [...text.slice(0, line.from).matchAll(/^(#{2,3})\s+(.+?)(?:\s*[:(].*)?$/gm)].at(-1)?.[2] ?? null;

const addField = (entity: string, field: string): PlannedFix => ({
  title: `Add "${field}" to ${entity} in point 3, with its type open`,
  edits: [],
  adds: [{ kind: "bullet", point: 3, below: entity, text: `${field}: not shown` }],
});

/** Words of a sentence, a list or a variable of one letter name no field: `damage (long text)`, `available when lease is empty`. */
const canBeName = (name: string): boolean => name.length > 1 && /^[\p{L}\p{N} _-]+$/u.test(name) && !name.split(" ").some((word) => notInNames.has(word.toLowerCase()));

const notInNames: ReadonlySet<string> = new Set([
  "the",
  "of",
  "is",
  "are",
  "was",
  "has",
  "have",
  "when",
  "while",
  "if",
  "where",
  "no",
  "not",
  "none",
  "every",
  "all",
  "and",
  "or",
  "cc",
  "unless",
  "required",
  "default",
]);

/** A field that the message says its entity doesn't have. */
export const defineField: Planned = ({ diagnostic: { message } }) => {
  const found = /^(?:An? )?(.+?) has no field [`"](.+?)[`"]/.exec(message);
  return found && !/^context$/i.test(found[1]!) && canBeName(found[2]!) ? addField(found[1]!, found[2]!) : null;
};

/** A name in the section of an entity, as a field of the entity. */
export const defineName: Planned = (spot) => {
  const name = /^There is no name `([\p{L}][\p{L}\p{N} ]*)` here/u.exec(spot.diagnostic.message)?.[1];
  const entity = headingAbove(spot);
  return name === undefined || entity === null || /^\d/.test(entity) || !canBeName(name) ? null : addField(entity, name);
};

/** Input that the row's action doesn't ask for. */
export const askFor: Planned = (spot) => {
  const name = /there is no `asked\.(.+?)`/.exec(spot.diagnostic.message)?.[1];
  const entity = headingAbove(spot);
  if (name === undefined || entity === null || spot.kind !== "row") return null;
  const [header] = tableLines(spot);
  const cells = (line: { readonly from: number; readonly to: number }): string[] => cellsAt(spot.text, line).map(({ from, to }) => spot.text.slice(from, to));
  const action = cells(spot.line)[cells(header!).findIndex((one) => /^(?:action|trigger|event)$/i.test(one))];
  if (!action || action.startsWith("(")) return null;
  return {
    title: `Ask for "${name}" in ${action}`,
    edits: [],
    adds: [{ kind: "bullet", point: 4, below: entity, text: `${action} asks for: ${name}: ${/[<>+*/-]/.test(lineText(spot).replace(/\|/g, "")) ? "number" : "text"}` }],
  };
};

export const defineEntity: Planned = ({ diagnostic: { message } }) => {
  const name = /^There is no entity "(\p{Lu}.+?)"/u.exec(message)?.[1];
  return name === undefined ? null : { title: `Add the entity ${name} to point 3`, edits: [], adds: [{ kind: "section", point: 3, text: `### ${name}\n\n- name: text` }] };
};

const hours = "Working time: Monday to Friday, 09:00 to 17:00";

export const defineCalendar: Planned = ({ diagnostic: { message } }) => {
  const name = /has no calendar "(.+?)"/.exec(message)?.[1];
  return name === undefined ? null : { title: `Add the calendar ${name} to point 9`, edits: [], adds: [{ kind: "section", point: 9, text: `### Calendar ${name}\n\n${hours}` }] };
};

/** Working time above the heading of a calendar that has none. */
export const addWorkingTime: Planned = (spot) =>
  spot.kind !== "heading" ? null : { title: `Add \`${hours}\``, edits: [{ span: { file: spot.file, from: spot.line.from, to: spot.line.from }, text: `${hours}\n\n` }] };

/** The field that the hint shows: ``Add a field to Repair in point 3, as in `link: …`.`` */
export const addShownField: Planned = ({ diagnostic: { hint } }) => {
  const found = /^Add a field to (.+?) in point 3, as in `(.+?)`/.exec(hint ?? "");
  return found && { title: `Add \`${found[2]!}\` to ${found[1]!}`, edits: [], adds: [{ kind: "bullet", point: 3, below: found[1]!, text: found[2]! }] };
};

/** Takes the lines of a code block out of it, as bullets unless they are a table. */
export const takeOutOfCode: Planned = (spot) => {
  const { text, file, line } = spot;
  const above = text.slice(0, line.from).lastIndexOf("```");
  const close = text.indexOf("\n```", spot.at.to);
  if (!/code block/.test(spot.diagnostic.message) || above < 0 || close < 0) return null;
  const open = lineAt(text, above);
  const end = lineAt(text, close + 1);
  const lines = text.slice(open.to + 1, close).split("\n");
  const taken = lines.map((one) => (one.trim() === "" || /^\s*(?:\||[-*+] )/.test(one) ? one : `- ${one.trimStart()}`)).join("\n");
  return { title: "Take it out of the code block", edits: [{ span: { file, from: open.from, to: end.to }, text: taken }] };
};
