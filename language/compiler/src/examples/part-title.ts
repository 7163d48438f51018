/**
 * The field that a quoted name after a part sets: `a line "Bell", quantity 2`. It is the text that names the part:
 * unique, required, called name or title, or the title field. Without such a text it is the only fitting reference.
 */
import { fold } from "@nonet/feel";
import { type Entity, type Field, type Given, isShownByDefault } from "@nonet/model";
import { text as textOf } from "../expressions/build.ts";
import { givable, isKnown, mistake, namingField, type Story } from "./example-scope.ts";
import { type Cursor, type Token, wordsOf } from "./tokens.ts";
import { list, note } from "./values.ts";

/** The field that the quoted name at `at` sets, with its value; null if there is none or several, which is reported. */
export function partTitle(story: Story, c: Cursor, at: number, part: Entity): Given | null {
  const quoted = c.tokens[at]!;
  const naming = namingField(part);
  if (naming && !isThroughReference(story, part, quoted.text)) return { field: naming.name, value: { kind: "expression", expression: textOf(quoted.text, c.words.span) } };
  const { span } = wordsOf(c, at, at + 1);
  const fields = fittingReferences(story, part, quoted.text);
  if (fields.length === 0)
    return mistake(story, "unreadable-step", span, `A ${part.name} has no text or reference that could be "${quoted.text}".`, "Remove the name, and give the fields instead.");
  if (fields.length > 1)
    return mistake(
      story,
      "ambiguous-step",
      span,
      `"${quoted.text}" could be ${list(fields.map((f) => f.name))} of ${part.name}.`,
      `Name the field: \`with a ${part.name}, ${fields[0]!.name} "${quoted.text}"\`.`,
    );
  return asReference(story, fields[0]!, quoted);
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
function fittingReferences(story: Story, part: Entity, text: string): readonly Field[] {
  const all = givable(part).filter((f) => f.type.kind === "reference" && f.name !== part.partOf?.field);
  const free = all.some((f) => f.readOnly !== true) ? all.filter((f) => f.readOnly !== true) : all;
  const known = free.filter((f) => f.type.kind === "reference" && isKnown(story, f.type.entity, text));
  const needed = free.filter((f) => f.required === true);
  return known.length > 0 ? known : needed.length > 0 ? needed : free;
}

function asReference(story: Story, field: Field, { text }: Token): Given | null {
  if (field.type.kind !== "reference") return null;
  const record = { entity: field.type.entity, name: text, having: [] };
  note(story, field, record);
  return { field: field.name, value: { kind: "record", record } };
}
