/**
 * The field that a quoted name after a part sets: `a line "Bell", quantity 2`. It is the text that names the part:
 * unique, required, called name or title, or the title field. Without such a text it is the only fitting reference.
 */
import { fold } from "@nonet/feel";
import { type Entity, type Field, isShownByDefault } from "@nonet/model";
import { givable, isKnown, mistake, namingField, type Story } from "../scope/example-scope.ts";
import type { ValueOf } from "../scope/phrase-readings.ts";
import { sequenceFits } from "../scope/sequence-text.ts";
import { expected, list, phraseAt, type Scan } from "./scan.ts";
import { article } from "../../text/english.ts";

/** The ways to read the quoted name at a token: as the name of a part that is there, or as the value of a field. */
export function partTitles(s: Scan, at: number, part: Entity, isThere: boolean): { readonly name: string | null; readonly values: readonly ValueOf[]; readonly cost: number }[] {
  const { text } = s.tokens[at]!;
  if (isThere && !isCalledByReference(s.story, part, text)) return [{ name: text, values: [], cost: 0 }];
  const words = phraseAt(s, at, at + 1);
  const naming = namingField(part);
  if (naming && !isThroughReference(s.story, part, text)) return [{ name: null, values: [{ field: naming.name, value: { kind: "words", words } }], cost: 0 }];
  const fields = fittingReferences(s.story, part, text);
  if (fields.length !== 1) expected(s, at, 6, () => reportTitle(s, at, part, fields));
  return fields.length !== 1 ? [] : [{ name: null, values: [asReference(fields[0]!, text)], cost: 0 }];
}

/**
 * A name after a record to create that no field of its own can hold: the reference that it means, as for `a line
 * "VEG-001"`; null where it is only the record's title in the example. None if it could be several.
 */
export function titleAsReference(s: Scan, at: number, entity: Entity): ValueOf | null | undefined {
  const { text } = s.tokens[at]!;
  const naming = namingField(entity);
  const holds = naming !== null && !(naming.type.kind === "sequence" && !sequenceFits(naming, text)) && !isThroughReference(s.story, entity, text);
  if (holds || isKnown(s.story, entity.name, text)) return null;
  const fields = fittingReferences(s.story, entity, text).filter((f) => entity.partOf !== null || (f.type.kind === "reference" && isKnown(s.story, f.type.entity, text)));
  if (fields.length > 1) expected(s, at, 6, () => reportTitle(s, at, entity, fields));
  return fields.length === 0 ? null : fields.length === 1 ? asReference(fields[0]!, text) : undefined;
}

function reportTitle({ story, ...s }: Scan, at: number, part: Entity, fields: readonly Field[]): void {
  const { text } = s.tokens[at]!;
  const { span } = phraseAt({ story, ...s }, at, at + 1);
  if (fields.length === 0)
    mistake(story, "unreadable-step", span, `A ${part.name} has no text or reference that could be "${text}".`, "Remove the name, and give the fields instead.");
  else
    mistake(
      story,
      "ambiguous-step",
      span,
      `"${text}" could be ${list(fields.map((f) => f.name))} of ${part.name}.`,
      `Name the field: ${list(fields.map((f) => `\`with ${article(part.name)}, ${f.name} "${text}"\``))}.`,
    );
}

/** Whether an existing part can be named only through its reference: it has no other name, and no step gave it this title. */
export const isCalledByReference = (story: Story, entity: Entity, name: string): boolean =>
  entity.partOf !== null && !isKnown(story, entity.name, name) && isThroughReference(story, entity, name);

/** A text that is only a fallback name gives way to a required reference, or to one whose record has this name. */
function isThroughReference(story: Story, part: Entity, name: string): boolean {
  const naming = namingField(part);
  const fields = fittingReferences(story, part, name);
  if (!naming) return fields.length > 0;
  const isOnlyLeft = isShownByDefault(part) && naming.required !== true && !naming.unique && !["name", "title"].includes(fold(naming.name));
  return isOnlyLeft && fields.some((f) => f.required === true || (f.type.kind === "reference" && isKnown(story, f.type.entity, name)));
}

/** References that people can set, without the one to the whole; those whose records have the name come first, then required ones. */
export function fittingReferences(story: Story, part: Entity, text: string): readonly Field[] {
  const all = givable(part).filter((f) => f.type.kind === "reference" && f.name !== part.partOf?.field);
  const free = all.some((f) => f.readOnly !== true) ? all.filter((f) => f.readOnly !== true) : all;
  const known = free.filter((f) => f.type.kind === "reference" && isKnown(story, f.type.entity, text));
  const needed = free.filter((f) => f.required === true);
  return known.length > 0 ? known : needed.length > 0 ? needed : free;
}

export const asReference = (field: Field, name: string): ValueOf => ({
  field: field.name,
  value: { kind: "records", records: field.type.kind === "reference" ? [{ entity: field.type.entity, name, having: [] }] : [] },
});
