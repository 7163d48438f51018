/** Point 4: the states in which records start. */
import type { Machine, Transition } from "@nonet/model";
import { codeOf as code, type Section, type TextSpan } from "@nonet/notation";
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
  return split(code(words), ",").flatMap((part) => {
    const guarded = cut(part, /\s+(?:when|if|where(?=\s*`))\s+/i);
    const name = bare(guarded ? guarded.before : /^else\s+/i.test(part.text) ? slice(part, 5) : part);
    const state = stateOf(draft, name.text);
    const when = guarded ? ctx.expression(guarded.after, { what: `Starts as of ${draft.name}`, self: draft.name, expect: { kind: "boolean" } }) : null;
    return state === null ? [] : [{ state, when }];
  });
}
