/** From when to when a record lasts, where its fields leave no doubt: for rules that name no range, as `no two Bookings of the same room overlap`. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";

export interface Stretch {
  readonly from: string;
  /** The same as `from` for a record that has one moment only. */
  readonly to: string;
  readonly kind: "date" | "date and time";
}

const starts = /^(?:starts?|begins?|from|since|arrives?|arrival|check in)(?: (?:at|on|date|time|moment))?$|(?:^| )(?:start|begin|beginning)$|^(?:start|begin)(?:ing|s)? /;
const ends = /^(?:ends?|to|until|till|finish(?:es)?|leaves?|departure|check out)(?: (?:at|on|date|time|moment))?$|(?:^| )end$|^(?:end|finish)(?:ing|es|s)? /;

interface Moment {
  readonly name: string;
  readonly kind: "date" | "date and time";
  readonly computed: boolean;
}

function momentsOf(draft: EntityDraft): readonly Moment[] {
  return [...draft.fields.values()].flatMap(({ name, type, computed }) =>
    type.kind === "date" || type.kind === "date and time" ? [{ name, kind: type.kind, computed: Boolean(computed) }] : [],
  );
}

/** Null where none or several fields can be the start or the end. Values that are computed count where those that people enter leave a gap. */
export function stretchOf(draft: EntityDraft): Stretch | null {
  const moments = momentsOf(draft);
  const entered = moments.filter(({ computed }) => !computed);
  return stretchAmong(entered, entered) ?? stretchAmong(moments, entered);
}

function stretchAmong(moments: readonly Moment[], entered: readonly Moment[]): Stretch | null {
  const [from, ...otherStarts] = moments.filter(({ name }) => starts.test(fold(name)));
  const [to, ...otherEnds] = moments.filter(({ name }) => ends.test(fold(name)));
  const others = entered.filter((one) => one !== from && one !== to);
  // Two more days may be a second start and end.
  const isOnly = ["date", "date and time"].every((kind) => others.filter((one) => one.kind === kind).length < 2);
  return from && to && isOnly && otherStarts.length === 0 && otherEnds.length === 0 && from.kind === to.kind ? { from: from.name, to: to.name, kind: from.kind } : null;
}

/** The only moment of a record that doesn't last: it has no other moment, and no length. */
function onlyMoment(draft: EntityDraft): Stretch | null {
  const moments = momentsOf(draft);
  const [only] = moments;
  return only && moments.length === 1 && lengthsOf(draft).length === 0 ? { from: only.name, to: only.name, kind: only.kind } : null;
}

const lengthsOf = (draft: EntityDraft): readonly string[] => [...draft.fields.values()].flatMap(({ name, type }) => (type.kind === "duration" ? [name] : []));

/** The stretch that may not overlap; null for whole days, whose last one may be free again. */
export const stretchOfTime = (draft: EntityDraft): Stretch | null => {
  const found = stretchOf(draft);
  return found?.kind === "date and time" ? found : null;
};

/** The stretch with what lies behind it: `[starts at..ends at + 11 hours)`. Reported where it isn't clear, with the rows that can be meant. */
export function stretchApart(ctx: PointCompiler, draft: EntityDraft, length: TextSpan, per: string, place: TextSpan["span"]): string | null {
  const moments = momentsOf(draft);
  const found = stretchOf(draft) ?? onlyMoment(draft);
  // From one day to another day it isn't clear whether the days themselves count.
  if (found && (found.kind === "date and time" || found.from === found.to)) return `[${found.from}..${found.to} + ${length.text})`;
  const begins = moments.find(({ name, computed }) => !computed && starts.test(fold(name))) ?? moments[0];
  const behind = begins ? [...moments.filter((one) => one.kind === begins.kind).map(({ name }) => name), ...lengthsOf(draft).map((name) => `${begins.name} + ${name}`)] : [];
  const forms = found
    ? [")", "]"].map((end) => `no overlap of [${found.from}..${found.to} + ${length.text}${end}${per}`)
    : behind.map((end) => `no overlap of [${begins!.name}..${end} + ${length.text})${per}`);
  ctx.report("unreadable-value", place, found ? "This doesn't say whether the last day and the first day count." : `This doesn't say from when to when ${draft.plural} last.`, {
    hint: `Write ${found ? forms.map((form) => `\`${form}\``).join(" or ") : `\`no overlap of [START..END + ${length.text})${per}\``}.`,
    fixes: forms.map((form) => ({ title: `Write "${form}"`, edits: [{ span: place, text: form }] })),
  });
  return null;
}
