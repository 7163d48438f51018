/** Says of `asked.F`, where nothing is asked for, how something would be. */
import type { Diagnostic, Span } from "@nonet/source";

/** `textAt`: the words at a place. */
export const toldOfAsked = (diagnostics: readonly Diagnostic[], textAt: (span: Span) => string): readonly Diagnostic[] =>
  diagnostics.map((d) => {
    const { code, span } = d;
    if (code !== "unknown-field" || !/^asked\s*\.\s*$/.test(textAt({ ...span, from: Math.max(0, span.from - 6), to: span.from }))) return d;
    const name = textAt(span);
    return {
      ...d,
      message: `Nothing is asked for here, so there is no \`asked.${name}\`.`,
      hint: `An action asks by a line beneath its table: \`- ACTION asks for: ${name}: TYPE\`.`,
    };
  });
