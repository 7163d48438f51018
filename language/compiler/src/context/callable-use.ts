/** Records each call of a callable of point 9: what depends on it and what is passed, and checks dates and calendars. */
import { durationInCalendar, type Expression, fold, namesCalendar, plusWorking } from "@nonet/feel";
import { calendarType } from "@nonet/model";
import { builtInCalls, type Business } from "../declare/callables.ts";
import { openPart, type RawCalendar } from "../syntax/constants/calendars.ts";
import { columnOf } from "../syntax/constants/decision-tables.ts";
import type { Use } from "./context.ts";
import type { PointCompiler } from "./point-compiler.ts";

type Apply = Expression & { readonly kind: "apply" };

/** What checking a calendar needs. */
export interface CalendarScope {
  readonly business: Business;
  readonly markUsed: PointCompiler["markUsed"];
  readonly report: PointCompiler["report"];
  readonly affects: PointCompiler["affects"];
}

export interface CallRecorder extends CalendarScope {
  /** Records what a caller passes for an input of a table. */
  recordArgument(input: string, argument: Expression): void;
}

/** `column`: the one result that is read; null if all are. */
export function recordCall(notes: CallRecorder, e: Apply, use: Use, column: string | null): void {
  if (e.function.kind !== "global") return;
  const name = fold(e.function.name);
  const { business } = notes;
  notes.markUsed("value", name.replace(/ at$/, ""));
  notes.markUsed("value", name);
  const callable = business.callables.get(name) ?? business.callables.get(name.replace(/ at$/, ""));
  if (callable?.kind === "function") notes.affects(`function "${callable.name}"`, use.what, e.span);
  if (callable?.kind === "table") {
    const results = callable.raw.results.map((r) => r.name.text);
    for (const result of column === null ? results : results.filter((r) => fold(r) === fold(column))) notes.affects(columnOf(callable.name, result), use.what, e.span);
    callable.raw.inputs.forEach((input, i) => {
      const argument = e.arguments[i];
      if (argument && argument.kind !== "hole") notes.recordArgument(`${fold(callable.name)}/${fold(input.name.text)}`, argument);
    });
  }
  if ((builtInCalls as readonly string[]).includes(name)) checkTemporalArguments(notes, e, name, use.what);
  else if (name.endsWith(" at") && business.callables.get(name) === undefined) checkTemporalArgument(notes, e.arguments.at(-1));
}

function checkTemporalArguments(notes: CallRecorder, e: Apply, name: string, what: string): void {
  const moments = name === "next working day" || name === plusWorking ? 1 : name === durationInCalendar ? 0 : 2;
  e.arguments.slice(0, moments).forEach((argument) => checkTemporalArgument(notes, argument));
  const calendar = e.arguments[name === plusWorking ? 2 : name === durationInCalendar ? 1 : moments];
  if (calendar && !(calendar.kind === "literal" && calendar.value === null)) return checkNamedCalendar(notes, calendar, what);
  checkCalendar(notes, e.function.span, what);
}

/** A calendar that an expression chooses must be the name of one, as far as that shows. */
function checkNamedCalendar(notes: CalendarScope, calendar: Expression, what: string): void {
  const meant = calendar.kind === "global" || calendar.kind === "literal" ? fold(String(calendar.kind === "global" ? calendar.name : calendar.value)) : null;
  for (const one of notes.business.calendars) if (meant === null || fold(one.name?.text ?? "") === meant) affectedByOpen(notes, one, what, calendar.span);
  const named = notes.business.calendars.flatMap(({ name }) => (name ? [name.text] : []));
  if (calendar.kind === "hole" || calendar.type.kind === "any" || calendar.type.kind === "open" || calendar.type.kind === "record") {
    if (calendar.type.kind !== "record" || calendar.type.name === calendarType.name) return;
  }
  if (!namesCalendar(calendar.type)) {
    notes.report("not-a-calendar", calendar.span, "This is neither a calendar nor the name of one.", {
      hint: named.length === 0 ? "Point 9 has no calendar with a name." : `Write ${named.join(" or ")}.`,
    });
    return;
  }
  for (const name of named) notes.markUsed("calendar", name);
  const texts = calendar.kind === "literal" ? [String(calendar.value)] : calendar.type.kind === "string" ? (calendar.type.choices ?? []) : [];
  const missing = texts.find((text) => !named.some((name) => fold(name) === fold(text)));
  if (missing === undefined) return;
  notes.report("not-a-calendar", calendar.span, `Point 9 has no calendar "${missing}"${calendar.kind === "literal" ? "." : ", but this can be its name."}`, {
    hint: `Write \`### Calendar ${missing}\` with its working time in point 9.`,
  });
}

/** What counts in a calendar that is not shown, or not wholly, can't be computed. */
function affectedByOpen(notes: CalendarScope, calendar: RawCalendar, what: string, span: Expression["span"]): void {
  const open = openPart(calendar);
  if (open) notes.affects(open.what, what, span);
}

/** Without a named calendar there must be exactly one, or one without a name, which is then used. */
export function checkCalendar(notes: CalendarScope, span: Expression["span"], what: string): boolean {
  const { calendars } = notes.business;
  const meant = calendars.find((c) => c.name === null) ?? (calendars.length === 1 ? calendars[0] : undefined);
  if (meant) {
    notes.markUsed("calendar", meant.name?.text ?? "");
    affectedByOpen(notes, meant, what, span);
    return true;
  }
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
