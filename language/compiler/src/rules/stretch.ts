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

function momentsOf(draft: EntityDraft): readonly { readonly name: string; readonly kind: "date" | "date and time" }[] {
  return [...draft.fields.values()].flatMap(({ name, type, computed }) =>
    !computed && (type.kind === "date" || type.kind === "date and time") ? [{ name, kind: type.kind }] : [],
  );
}

/** Null where none or several fields can be the start or the end. */
export function stretchOf(draft: EntityDraft): Stretch | null {
  const moments = momentsOf(draft);
  const [from, ...otherStarts] = moments.filter(({ name }) => starts.test(fold(name)));
  const [to, ...otherEnds] = moments.filter(({ name }) => ends.test(fold(name)));
  const others = moments.filter((one) => one !== from && one !== to);
  // Two more days may be a second start and end.
  const isOnly = ["date", "date and time"].every((kind) => others.filter((one) => one.kind === kind).length < 2);
  return from && to && isOnly && otherStarts.length === 0 && otherEnds.length === 0 && from.kind === to.kind ? { from: from.name, to: to.name, kind: from.kind } : null;
}

/** The stretch that may not overlap; null for whole days, whose last one may be free again. */
export const stretchOfTime = (draft: EntityDraft): Stretch | null => {
  const found = stretchOf(draft);
  return found?.kind === "date and time" ? found : null;
};

/** The stretch with what lies behind it: `[starts at..ends at + 11 hours)`. Reported where it isn't clear, with the rows that can be meant. */
export function stretchApart(ctx: PointCompiler, draft: EntityDraft, length: TextSpan, per: string, place: TextSpan["span"]): string | null {
  const moments = momentsOf(draft);
  const [only] = moments;
  const found = stretchOf(draft) ?? (moments.length === 1 && only ? { from: only.name, to: only.name, kind: only.kind } : null);
  // From one day to another day it isn't clear whether the days themselves count.
  if (found && (found.kind === "date and time" || found.from === found.to)) return `[${found.from}..${found.to} + ${length.text})`;
  const forms = found
    ? [")", "]"].map((end) => `no overlap of [${found.from}..${found.to} + ${length.text}${end}${per}`)
    : moments.map(({ name }) => `no overlap of [${name}..${name} + ${length.text})${per}`);
  ctx.report("unreadable-value", place, found ? "This doesn't say whether the last day and the first day count." : `This doesn't say from when to when ${draft.plural} last.`, {
    hint: `Write ${found ? forms.map((form) => `\`${form}\``).join(" or ") : `\`no overlap of [START..END + ${length.text})${per}\``}.`,
    fixes: forms.map((form) => ({ title: `Write "${form}"`, edits: [{ span: place, text: form }] })),
  });
  return null;
}
