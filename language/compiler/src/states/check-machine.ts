/** Point 4: checks that span a whole machine: headers, state names, unreachable rows, unused effects. */
import { fold } from "@nonet/feel";
import type { Transition, Who } from "@nonet/model";
import type { Columns, Section, Table, TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { includingRoles } from "../resolve/roles.ts";
import { isRemarks } from "../text/remarks.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import type { NamedEffects } from "../statements/scene.ts";
import { compileStatements } from "../statements/statements.ts";
import type { RawTransition } from "../syntax/transition-rows.ts";
import type { MachineAttributes } from "./machine-attributes.ts";
import type { MachineScope } from "./transition.ts";

export function checkHeaders(ctx: PointCompiler, table: Table, { unknown, doubled }: Columns, missing: readonly string[]): void {
  for (const header of doubled) ctx.report("doubled-column", header.span, `The column "${header.text}" repeats an earlier column.`);
  // A table that lacks several of them isn't a table of transitions.
  if (missing.length > 1)
    return ctx.report(
      "missing-column",
      { ...table.headers[0]!.span, to: table.headers.at(-1)!.span.to },
      `A table in point 4 lists transitions, but this one has no columns ${missing.join(" and ")}.`,
      {
        hint: "Use the columns From, Action, To, Who, When and Then. Describe states in prose.",
      },
    );
  for (const header of unknown)
    if (!isRemarks(header))
      ctx.report("unknown-column", header.span, `A table of transitions has no column "${header.text}".`, { hint: "Use the columns From, Action, To, Who, When and Then." });
  for (const name of missing.slice(unknown.length)) ctx.report("missing-column", table.span, `The table of transitions needs a column ${name}.`);
}

/** A condition in place of a state would be read as part of the name. */
export function checkStateNames(ctx: PointCompiler, draft: EntityDraft, rows: readonly RawTransition[], parts: MachineAttributes, section: Section): void {
  for (const name of draft.states.filter((state) => state.includes("`"))) {
    const named = [parts.starts, parts.ends].find((words) => words?.text.includes(name));
    ctx.report("unreadable-value", named?.span ?? placeOf(section, rows, name), `"${name}" isn't the name of a state.`, {
      hint: "Write a condition in When. For the first state, write `STATE when …, else STATE`.",
    });
  }
}

/** They are compiled all the same, so that what only they use isn't reported as unused as well. */
export function checkUnusedEffects(ctx: PointCompiler, { draft, blocks, uses }: MachineScope, { name, then, usedBy }: NamedEffects): void {
  ctx.report("unused-effects", name.span, `No row of ${draft.name} uses "${name.text}", so its statements never run.`);
  ctx.silently(() => compileStatements(ctx, then, { what: `what "${name.text}" does`, self: draft.name, old: true, asked: [], blocks, uses }));
  usedBy.push(name);
}

/** Of several rows with the same action and From, all but the last need a guard, or are for other people than the rows below. */
export function checkDuplicateRows(ctx: PointCompiler, draft: EntityDraft, transitions: readonly Transition[]): void {
  const open = new Map<string, Transition[]>();
  for (const t of transitions) {
    if (t.trigger.kind !== "action") continue;
    const key = `${t.from} ${t.trigger.action}`;
    if (open.get(key)?.some((before) => before.row !== t.row && isForAll(ctx, before, t)))
      ctx.report("unreachable-transition", t.source, `This row is never used: a row above for "${t.trigger.action}" from ${t.from ?? "(new)"} has no guard.`, {
        hint: `Give each of these rows of ${draft.name} a When.`,
      });
    if (t.guard === null) open.set(key, [...(open.get(key) ?? []), t]);
  }
}

/** Whether everyone for whom the row is can use the one above it: by their role, without a condition. */
function isForAll(ctx: PointCompiler, above: Transition, row: Transition): boolean {
  const isOpen = ({ role }: Who): boolean =>
    above.who.some((who) => !who.own && !who.where && (who.role === "everyone" || who.role === "anyone" || includingRoles(ctx, who.role).includes(role)));
  return above.who.length === 0 || (row.who.length > 0 && row.who.every(isOpen)) || JSON.stringify(above.who, withoutPlaces) === JSON.stringify(row.who, withoutPlaces);
}

const withoutPlaces = (key: string, value: unknown): unknown => (key === "span" || key === "source" ? undefined : value);

export function placeOf(section: Section, rows: readonly RawTransition[], state: string): TextSpan["span"] {
  for (const row of rows) for (const words of [row.to, ...row.from]) if (fold(words.text) === fold(state)) return words.span;
  return section.title.span;
}
