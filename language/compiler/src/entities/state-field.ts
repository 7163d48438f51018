/**
 * Point 3: what a line says of a field that is the state of a machine. The machine says what it may be and who changes it, so
 * a line is needed only for what it was called, and for hiding it; what would say something else of it holds nobody.
 */
import { fold } from "@nonet/feel";
import type { FieldType } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { FieldDraft, FurtherMachine } from "../declare/drafts.ts";
import type { AttributeKind, RawField } from "../syntax/field.ts";
import { bare, isNotShown } from "../text/split.ts";

/** What is so of every state: it is never empty, and no form writes it. */
const soAnyway = new Set<AttributeKind>(["required", "read-only"]);
/** What a state may be as any field; what isn't known is told as it is of any. */
const own = new Set<AttributeKind>(["was", "hidden", "not shown", "unknown"]);

export const typeOfState = (machine: FurtherMachine): FieldType => ({ kind: "one of", choices: machine.states });

/** The line with what holds of a state; the rest is reported. */
export function checkStateField(ctx: PointCompiler, one: FieldDraft, raw: RawField, machine: FurtherMachine): RawField {
  const section = bare(machine.section.title).text;
  const odd = raw.attributes.filter(({ kind }) => !own.has(kind) && !soAnyway.has(kind));
  if (raw.computed !== null || !isSameType(one, raw, machine))
    ctx.report("state-by-machine", (raw.computed ?? raw.type).span, `"${one.name}" is the state of the machine "${section}", which defines its values.`, {
      hint: `Remove the line, or write \`${one.name}: one of (${machine.states.join(", ")})\`. To rename a state, write \`- ${machine.states[0]!}: was …\` in the machine.`,
    });
  else
    for (const { words } of odd)
      ctx.report("state-by-machine", words.span, `"${one.name}" is a state that only the transitions of "${section}" change, so \`${words.text}\` has no effect.`);
  return { ...raw, computed: null, attributes: raw.attributes.filter(({ kind }) => own.has(kind)) };
}

/** One of the machine's states, in any order; nothing is held to states that aren't shown. */
function isSameType({ reading }: FieldDraft, raw: RawField, machine: FurtherMachine): boolean {
  if (isNotShown(raw.type) || machine.states.length === 0) return true;
  if (!("type" in reading) || reading.type.kind !== "one of" || reading.type.renamed?.length) return false;
  const [said, stands] = [reading.type.choices, machine.states].map((names) => [...new Set(names.map(fold))].sort().join("\n"));
  return said === stands;
}
