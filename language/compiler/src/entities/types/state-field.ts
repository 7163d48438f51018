/**
 * Point 3: a line for a field that is the state of a machine. The machine defines its values and who changes them, so a
 * line is needed only to rename or hide the field. Anything else in it would have no effect, and is reported.
 */
import { fold } from "@nonet/feel";
import type { FieldType } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { startStates } from "../../declare/machines.ts";
import type { FieldDraft, FurtherMachine } from "../../declare/drafts.ts";
import type { AttributeKind, RawAttribute, RawField } from "../../syntax/entities/field.ts";
import { bare, isNotShown } from "../../text/split.ts";

/** Attributes that are true of every state: it is never empty, and no form writes it. */
const soAnyway = new Set<AttributeKind>(["required", "read-only"]);
/** Attributes that a state can have like any field. Unknown ones are reported as for any field. */
const own = new Set<AttributeKind>(["was", "hidden", "not shown", "unknown"]);

export const typeOfState = (machine: FurtherMachine): FieldType => ({ kind: "one of", choices: machine.states });

/** The line without the attributes that a state can't have, which are reported. */
export function checkStateField(ctx: PointCompiler, one: FieldDraft, raw: RawField, machine: FurtherMachine): RawField {
  const section = bare(machine.section.title).text;
  const starts = startStates([machine.section]);
  const isStart = ({ kind, value }: RawAttribute): boolean => kind === "default" && starts.some((state) => fold(state) === fold(bare(value).text));
  const invalid = raw.attributes.filter((attribute) => !own.has(attribute.kind) && !soAnyway.has(attribute.kind) && !isStart(attribute));
  if (raw.computed !== null || !isSameType(one, raw, machine))
    ctx.report("state-by-machine", (raw.computed ?? raw.type).span, `"${one.name}" is the state of the machine "${section}", which defines its values.`, {
      hint: `Remove the line, or write \`${one.name}: one of (${machine.states.join(", ")})\`. To rename a state, write \`- ${machine.states[0]!}: was …\` in the machine.`,
    });
  else
    for (const { words } of invalid)
      ctx.report("state-by-machine", words.span, `"${one.name}" is a state that only the transitions of "${section}" change, so \`${words.text}\` has no effect.`);
  return { ...raw, computed: null, attributes: raw.attributes.filter(({ kind }) => own.has(kind)) };
}

/** Whether the type lists the machine's states, in any order. States that are not shown aren't compared. */
function isSameType({ reading }: FieldDraft, raw: RawField, machine: FurtherMachine): boolean {
  if (isNotShown(raw.type) || machine.states.length === 0) return true;
  if (!("type" in reading) || reading.type.kind !== "one of" || reading.type.renamed?.length) return false;
  const [listed, actual] = [reading.type.choices, machine.states].map((names) => [...new Set(names.map(fold))].sort().join("\n"));
  return listed === actual;
}
