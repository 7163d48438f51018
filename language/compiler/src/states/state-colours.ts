/** Point 4: the colours in which screens show the states of a machine: `Colours: overdue red, back grey`. */
import { fold } from "@nonet/feel";
import { type StateColour, stateColours } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { reportMissing, reportNearest } from "../resolve/report-nearest.ts";
import { listedNames } from "../text/listed-names.ts";
import { bare, cut, isNotShown } from "../text/split.ts";
import { stateOf } from "./state-named.ts";

/** Fills `colours`, by the names of the states. */
export function readStateColours(ctx: PointCompiler, draft: EntityDraft, colours: Map<string, StateColour>, words: TextSpan): void {
  if (isNotShown(words)) {
    ctx.notShown(`the colours of the states of ${draft.name}`, words.span);
    return;
  }
  for (const one of listedNames(words)) {
    const parts = cut(one, /\s*[:=]\s*|\s+(?:(?:in|is|are)\s+)?(?=[^\s:=]+$)/i);
    if (!parts || stateOf(draft, bare(one).text) !== null) {
      ctx.report("unreadable-value", one.span, `"${one.text}" names no colour.`, { hint: `Write a state and its colour: \`${bare(one).text} ${stateColours[0]}\`.` });
      continue;
    }
    const state = stateOf(draft, bare(parts.before).text);
    const colour = colourNamed(bare(parts.after).text);
    if (state === null) reportMissing(ctx, draft, "state", bare(parts.before));
    else if (colour === undefined) reportNearest(ctx, "unknown-colour", bare(parts.after), `"${bare(parts.after).text}" isn't a colour for states`, stateColours);
    else if (colours.has(state)) ctx.report("doubled-attribute", one.span, `The colour of ${state} is already defined.`);
    else colours.set(state, colour);
  }
}

function colourNamed(text: string): StateColour | undefined {
  const name = fold(text) === "gray" ? "grey" : fold(text);
  return stateColours.find((colour) => colour === name);
}
