/** `Starts as: none`: words that mean something else in the column From, so that no state is called like them. */
import { fold } from "@nonet/feel";
import { labelled, type Section, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { rawTransitions, transitionTables } from "../syntax/transition-rows.ts";
import { bare } from "../text/split.ts";

const meanings: Readonly<Record<string, string>> = { none: "that there is no record yet", any: "every state", all: "every state", every: "every state" };

/** The word after `Starts as` that no state can be called. */
export function reservedStart(section: Section): TextSpan | null {
  for (const block of section.blocks) {
    const parts = block.kind === "bullet" ? labelled(block.words) : null;
    if (parts && /^starts (?:as|in)$/i.test(bare(parts.label).text)) return isReserved(bare(parts.value).text) ? bare(parts.value) : null;
  }
  return null;
}

export const isReserved = (name: string): boolean => Object.hasOwn(meanings, name.toLowerCase());

/** Proposes another name for the state, in all places of the machine. */
export function reportReserved(ctx: PointCompiler, draft: EntityDraft, section: Section, name: TextSpan): void {
  const other = ["not started", "initial", "at the start"].find((one) => draft.states.every((state) => fold(state) !== one))!;
  const cells = transitionTables(section).flatMap((table) => rawTransitions(table).rows.flatMap(({ from }) => from.filter(({ text }) => text === "(new)" || text === "any")));
  const places = [...new Map([name, ...cells].map(({ span }) => [span.from, span])).values()];
  ctx.report("unreadable-value", name.span, `"${name.text}" is a reserved word, so no state can be called that.`, {
    hint: `In From it means ${meanings[name.text.toLowerCase()]!}. Give the state another name, such as "${other}", here and in the table.`,
    fixes: [{ title: `Call it ${other}`, edits: places.map((span) => ({ span, text: other })) }],
  });
}
