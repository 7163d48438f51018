/** Explains `asked.F` where no input is asked for. */
import type { Diagnostic, Span } from "@nonet/source";

/** Says of `asked.F`, where nothing is asked for, how something would be. */

/** `ofRule`: it stands in a rule. `textAt`: the words at a place. */
export const toldOfAsked = (diagnostics: readonly Diagnostic[], ofRule: boolean, textAt: (span: Span) => string): readonly Diagnostic[] =>
  diagnostics.map((d) => {
    const { code, span } = d;
    if (code !== "unknown-field" || !/^asked\s*\.\s*$/.test(textAt({ ...span, from: Math.max(0, span.from - 6), to: span.from }))) return d;
    const name = textAt(span);
    return {
      ...d,
      message: `Nothing is asked for here, so there is no \`asked.${name}\`.`,
      hint: ofRule
        ? "A rule reads what was asked for where it is judged on that action: `ENTITY, on ACTION`."
        : `An action asks by a line beneath its table: \`- ACTION asks for: ${name}: TYPE\`.`,
    };
  });
