/** Explains `asked.F` where no input is asked for, and `body.F` where the call declares no body. */
import type { Type } from "@nonet/feel";
import type { Diagnostic, Span } from "@nonet/source";
import type { Use } from "./context.ts";

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

/** Explains a name that isn't known in a mail or a call: which record it is about, or what the request contains. */
export const explainSubject = (diagnostics: readonly Diagnostic[], { what, self, variables }: Use): readonly Diagnostic[] => {
  if (!what.startsWith('call "')) return diagnostics;
  const call = what.slice("call ".length);
  const body = variables?.["body"];
  if (variables?.["answer"] !== undefined && diagnostics.some(isResponse)) return diagnostics.map((d) => (isResponse(d) ? { ...d, ...asAnswer(d) } : d));
  if (body && variables["answer"] === undefined)
    return diagnostics.map((d) => (d.code === "unknown-name" && d.fixes.length === 0 && d.hint === undefined ? { ...d, hint: inputHint(d.message, body, self) } : d));
  const hint =
    self === undefined
      ? `No statement sends ${call} about a record, so it has no fields. Write \`send ${call}\` in point 4, or a schedule with \`Every: …, for each ENTITY where …\`.`
      : `${call} is about the ${self} whose action sends it. Use the fields of ${self}; to send it for other records, write \`for each x in LIST: send ${call} for x\` in point 4.`;
  return diagnostics.map((d) => (d.code === "unknown-name" && d.fixes.length === 0 && d.hint === undefined ? { ...d, hint } : d));
};

/** `response.id`: what the other system has answered. */
const isResponse = ({ code, message }: Diagnostic): boolean => code === "unknown-name" && /name `(?:response|result|reply)`/i.test(message);

const asAnswer = ({ span }: Diagnostic): Pick<Diagnostic, "hint" | "fixes"> => ({
  hint: "What the other system answers is `answer`, as in `set F = answer.G`.",
  fixes: [{ title: 'Write "answer"', edits: [{ span, text: "answer" }] }],
});

/** What another system sends is known by the names that the call declares. */
function inputHint(message: string, body: Type, self: string | undefined): string {
  const name = /name `([^`]+)`/.exec(message)?.[1] ?? "F";
  const takes = body.kind === "context" ? Object.keys(body.entries) : [];
  const found = self === undefined ? "" : ` Beside it, there are the fields of the ${self} that the call finds.`;
  return takes.length > 0
    ? `The call takes ${[...new Set(takes)].join(", ")}. To take more, declare it: \`- Takes: ${name}: TYPE\`.${found}`
    : `Of what is sent, write \`body.${name}\`, or declare it and write its name: \`- Takes: ${name}: TYPE\`.${found}`;
}
