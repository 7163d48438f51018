/** Point 4: the states in which records start. */
import { fold } from "@nonet/feel";
import type { Machine, Transition } from "@nonet/model";
import { codeOf as code, labelled, type Section, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { isConditionalState, rawTransitions, transitionTables } from "../syntax/transition-rows.ts";
import { bare, cut, isNotShown, slice, split } from "../text/split.ts";
import { stateOf } from "./state-named.ts";

/** Without `Starts as` and `(new)` rows, records start in the first row's From. */
function firstFrom(draft: EntityDraft, section: Section): string | null {
  const [first] = transitionTables(section).flatMap((table) => rawTransitions(table).rows);
  return (first?.from ?? []).map(({ text }) => stateOf(draft, text)).find((state) => state !== null) ?? null;
}

export function readStart(ctx: PointCompiler, draft: EntityDraft, words: TextSpan | null, transitions: readonly Transition[], section: Section): Machine["startsAs"] {
  if (words && isNotShown(words)) {
    ctx.notShown(`Starts as of ${draft.name}`, words.span);
    return [];
  }
  if (!words) {
    if (transitions.length === 0 || transitions.some((t) => t.from === null)) return [];
    const first = firstFrom(draft, section);
    if (first !== null) return [{ state: first, when: null }];
    ctx.report("no-start", section.title.span, `A new ${draft.name} has no first state.`, { hint: "Add `- Starts as: STATE`, or a row from `(new)`." });
    return [];
  }
  if (isConditionalState(code(words).text)) {
    ctx.report("unreadable-value", words.span, `"${words.text}" isn't a first state.`, { hint: "Write `STATE when …, else STATE`." });
    return [];
  }
  const parts = split(code(words), ",");
  return parts.flatMap((part, i) => {
    const guarded = cut(part, /\s+(?:when|if|where(?=\s*`))\s+/i);
    const name = bare(guarded ? guarded.before : /^else\s+/i.test(part.text) ? slice(part, 5) : part);
    if (parts.length === 1 && isReserved(name.text)) return (reportReserved(ctx, draft, section, name), []);
    const state = stateOf(draft, name.text);
    const when = guarded ? ctx.expression(guarded.after, { what: `Starts as of ${draft.name}`, self: draft.name, expect: { kind: "boolean" } }) : null;
    if (state === null || name.text.includes(": ") || (!guarded && i < parts.length - 1 && !name.text.includes("`"))) {
      const reason =
        state === null || name.text.includes(": ")
          ? `"${name.text}" isn't the name of a state.`
          : `A new ${draft.name} starts in one state, but nothing says when it starts as ${name.text}.`;
      ctx.report("unreadable-value", part.span, reason, {
        hint: "Write one state, or `STATE when …, else STATE`. What else there is to say needs a line of its own, such as `- Ends as: STATES`.",
      });
      return [];
    }
    return [{ state, when }];
  });
}

/** `Starts as: none`: words that mean something else in the column From, so that no state is called like them. */
const meanings: Readonly<Record<string, string>> = { none: "that there is no record yet", any: "every state", all: "every state", every: "every state" };

/** The word after `Starts as` that no state can be called. */
export function reservedStart(section: Section): TextSpan | null {
  for (const block of section.blocks) {
    const parts = block.kind === "bullet" ? labelled(block.words) : null;
    if (parts && /^starts (?:as|in)$/i.test(bare(parts.label).text)) return isReserved(bare(parts.value).text) ? bare(parts.value) : null;
  }
  return null;
}

const isReserved = (name: string): boolean => Object.hasOwn(meanings, name.toLowerCase());

/** Proposes another name for the state, in all places of the machine. */
function reportReserved(ctx: PointCompiler, draft: EntityDraft, section: Section, name: TextSpan): void {
  const other = ["not started", "initial", "at the start"].find((one) => draft.states.every((state) => fold(state) !== one))!;
  const cells = transitionTables(section).flatMap((table) => rawTransitions(table).rows.flatMap(({ from }) => from.filter(({ text }) => text === "(new)" || text === "any")));
  const places = [...new Map([name, ...cells].map(({ span }) => [span.from, span])).values()];
  ctx.report("unreadable-value", name.span, `"${name.text}" is a reserved word, so no state can be called that.`, {
    hint: `In From it means ${meanings[name.text.toLowerCase()]!}. Give the state another name, such as "${other}", here and in the table.`,
    fixes: [{ title: `Call it ${other}`, edits: places.map((span) => ({ span, text: other })) }],
  });
}
