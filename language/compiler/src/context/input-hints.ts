/** Explains `asked.F` where no input is asked for, and `body.F` where the call declares no body. */
import type { Diagnostic, Span } from "@nonet/source";

/** `ofRule`: the expression is a rule's. `textAt`: the text of a span. */
export const explainMissingInput = (diagnostics: readonly Diagnostic[], ofRule: boolean, textAt: (span: Span) => string): readonly Diagnostic[] =>
  diagnostics.map((d) => {
    const { code, span } = d;
    if (code !== "unknown-field" || !/^asked\s*\.\s*$/.test(textAt({ ...span, from: Math.max(0, span.from - 6), to: span.from }))) return d;
    const name = textAt(span);
    return {
      ...d,
      message: `No input is asked for here, so there is no \`asked.${name}\`.`,
      hint: ofRule
        ? "A rule can read the input of an action when it is checked on that action: `ENTITY, on ACTION`."
        : `Ask for the input below the table of transitions: \`- ACTION asks for: ${name}: TYPE\`.`,
    };
  });

/** `textAt`: the text of a span. */
export const explainMissingBody = (diagnostics: readonly Diagnostic[], textAt: (span: Span) => string): readonly Diagnostic[] =>
  diagnostics.map((d) => {
    const { code, span } = d;
    if (code === "unknown-name" && textAt(span).toLowerCase() === "asked")
      return {
        ...d,
        hint: "`asked.F` exists only where every action that leads here asks for F; a timer asks for nothing. Store the value with `set F = asked.F`, and read the field.",
      };
    if (code !== "unknown-field" || !/(?:^|\W)body\s*\.\s*$/.test(textAt({ ...span, from: Math.max(0, span.from - 7), to: span.from }))) return d;
    const name = textAt(span);
    const isEmpty = d.message.endsWith("has no fields.");
    return isEmpty ? { ...d, message: `The call doesn't declare "${name}" of its body.`, hint: `Declare what the call takes: \`- Takes: ${name}: TYPE\`.` } : d;
  });

/** Explains a name that isn't known in a mail or a call: which record it is about. `what`: what is compiled; `self`: the entity of the record. */
export const explainSubject = (diagnostics: readonly Diagnostic[], what: string, self: string | undefined): readonly Diagnostic[] => {
  if (!what.startsWith('call "')) return diagnostics;
  const call = what.slice("call ".length);
  const hint =
    self === undefined
      ? `No statement sends ${call} about a record, so it has no fields. Write \`send ${call}\` in point 4, or a schedule with \`Every: …, for each ENTITY where …\`.`
      : `${call} is about the ${self} whose action sends it. Use the fields of ${self}; to send it for other records, write \`for each x in LIST: send ${call} for x\` in point 4.`;
  return diagnostics.map((d) => (d.code === "unknown-name" && d.fixes.length === 0 && d.hint === undefined ? { ...d, hint } : d));
};
