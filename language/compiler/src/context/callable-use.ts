/** Records each call of a callable of point 9: what depends on it and what is passed, and checks dates and calendars. */
import { type Expression, fold } from "@nonet/feel";
import { builtInCalls, type Business } from "../declare/callables.ts";
import { columnOf } from "../syntax/decision-tables.ts";
import type { Use } from "./context.ts";
import type { PointCompiler } from "./point-compiler.ts";

type Apply = Expression & { readonly kind: "apply" };

/** What checking a calendar needs. */
export interface CalendarScope {
  readonly business: Business;
  readonly markUsed: PointCompiler["markUsed"];
  readonly report: PointCompiler["report"];
}

export interface CallRecorder extends CalendarScope {
  /** Records what a caller passes for an input of a table. */
  recordArgument(input: string, argument: Expression): void;
  readonly affects: PointCompiler["affects"];
}

/** `column`: the one result that is read; null if all are. */
export function recordCall(notes: CallRecorder, e: Apply, use: Use, column: string | null): void {
  if (e.function.kind !== "global") return;
  const name = fold(e.function.name);
  const { business } = notes;
  notes.markUsed("value", name.replace(/ at$/, ""));
  notes.markUsed("value", name);
  const callable = business.callables.get(name);
  if (callable?.kind === "function") notes.affects(`function "${callable.name}"`, use.what, e.span);
  if (callable?.kind === "table") {
    const results = callable.raw.results.map((r) => r.name.text);
    for (const result of column === null ? results : results.filter((r) => fold(r) === fold(column))) notes.affects(columnOf(callable.name, result), use.what, e.span);
    callable.raw.inputs.forEach((input, i) => {
      const argument = e.arguments[i];
      if (argument && argument.kind !== "hole") notes.recordArgument(`${name}/${fold(input.name.text)}`, argument);
    });
  }
  if ((builtInCalls as readonly string[]).includes(name)) checkTemporalArguments(notes, e, name);
  else if (name.endsWith(" at") && !callable) checkTemporalArgument(notes, e.arguments[0]);
}

function checkTemporalArguments(notes: CallRecorder, e: Apply, name: string): void {
  const moments = name === "next working day" ? 1 : 2;
  e.arguments.slice(0, moments).forEach((argument) => checkTemporalArgument(notes, argument));
  const calendar = e.arguments[moments];
  if (calendar && !(calendar.kind === "literal" && calendar.value === null)) return;
  checkCalendar(notes, e.function.span);
}

/** Without a named calendar there must be exactly one, or one without a name, which is then used. */
export function checkCalendar(notes: CalendarScope, span: Expression["span"]): boolean {
  const { calendars } = notes.business;
  const meant = calendars.find((c) => c.name === null) ?? (calendars.length === 1 ? calendars[0] : undefined);
  if (meant) notes.markUsed("calendar", meant.name?.text ?? "");
  if (meant) return true;
  notes.report("no-calendar", span, calendars.length === 0 ? "Point 9 has no calendar, so working days can't be counted." : "There are several calendars, and this names none.", {
    hint:
      calendars.length === 0
        ? "Write `Working time: Monday to Friday, 09:00 to 17:00` in point 9."
        : `Add one as the last argument: ${calendars.map((c) => c.name?.text).join(", ")}.`,
  });
  return false;
}

function checkTemporalArgument(notes: CallRecorder, argument: Expression | undefined): void {
  const kind = argument?.type.kind;
  if (!argument || kind === "date" || kind === "date and time" || kind === "any" || kind === "open") return;
  if (argument.kind === "literal" && argument.value === null) return;
  notes.report("not-a-moment", argument.span, "A date, or a date and time, is expected here.", kind === "string" ? { hint: "Convert a text to a date with `date(…)`." } : {});
}
