/**
 * Stand-ins (a numbered default): values for required fields that an example's Given leaves out. A text is the field's name,
 * as long as the field demands; a number its minimum or 1, a day today, a choice the first, a person or record one of its own.
 */
import { descend } from "@nonet/database";
import { type Entity, type Field, kebab, sampleText, type TextFormat } from "@nonet/model";
import { Temporal } from "temporal-polyfill";
import { fieldLabel } from "../input/field-label.ts";
import type { ExampleEnvironment } from "./example-environment.ts";
import { createFile } from "./example-values.ts";

export const needsStandIn = (entity: Entity, field: Field, values: Readonly<Record<string, unknown>>): boolean =>
  field.required === true &&
  // Roles are only given explicitly.
  !(entity.builtIn && field.name === "roles") &&
  field.computed === null &&
  !(field.name in values) &&
  field.name !== entity.partOf?.field &&
  // Nobody acts where a record is given, so `me.household` is nobody's.
  (field.default === null || descend(field.default).some((e) => e.kind === "variable" && e.name === "me"));

/** Related records come from `related`, which numbers people by the stand-in. */
export async function standIn(
  environment: ExampleEnvironment,
  { entity, values }: { readonly entity: Entity; readonly values: Readonly<Record<string, unknown>> },
  field: Field,
  related: (field: Field, number: number) => Promise<string | null>,
): Promise<unknown> {
  const { type } = field;
  const number = ++environment.standIns;
  const isUnique = hasToDiffer(entity, field, values);
  // How many stand-ins the field has had before.
  const earlier = isUnique ? (environment.standInsOf.get(field) ?? 0) : 0;
  if (isUnique) environment.standInsOf.set(field, earlier + 1);
  const today = environment.rehearsal.now();
  switch (type.kind) {
    case "text":
    case "random text":
      return isUnique ? numbered(field, fieldLabel(field), ` ${number}`) : ofLength(field, fieldLabel(field));
    case "formatted":
      return formatted(environment, { entity, values }, { format: type.format, isUnique }, number);
    case "number":
    case "integer":
    case "money":
    case "percent":
      return isUnique ? nextNumber(field, number) : numberWithin(field);
    case "yes/no":
      return earlier % 2 === 1;
    case "date":
      return Temporal.PlainDate.from(today.slice(0, 10)).add({ days: earlier }).toString();
    case "date and time":
      return earlier === 0
        ? today
        : Temporal.Instant.from(today)
            .add({ hours: 24 * earlier })
            .toString();
    case "time":
      return Temporal.PlainTime.from("09:00").add({ minutes: earlier }).toString().slice(0, 5);
    case "duration":
      return `P${earlier + 1}D`;
    case "one of":
      return type.choices[earlier % type.choices.length] ?? null;
    case "any of":
      return type.choices.slice(0, 1);
    case "texts":
      return [type.of ? await standIn(environment, { entity, values }, { ...field, type: type.of, atLeast: null, unique: false }, related) : fieldLabel(field)];
    case "file":
      return createFile(environment, field, [fieldLabel(field)]);
    case "reference":
      return related(field, number);
    case "references": {
      const id = await related(field, number);
      return id === null ? [] : [id];
    }
    case "sequence":
    case "secret key":
    case "secret link":
    case "inverse":
      return null;
    default: {
      const never: never = type;
      return never;
    }
  }
}

/** The field is unique, or is the last one of those that are unique together for which a value stands in. */
function hasToDiffer(entity: Entity, field: Field, values: Readonly<Record<string, unknown>>): boolean {
  if (field.unique) return true;
  return entity.unique.some(({ fields }) => {
    const open = fields.filter((name) => !(name in values) && entity.fields.some((one) => one.name === name && one.type.kind !== "reference" && needsStandIn(entity, one, values)));
    return open.length === 1 && open[0] === field.name;
  });
}

/** The least value, or one near it where the least isn't allowed itself. */
function numberWithin({ atLeast, atMost, excludesLeast, onlyValues }: Field): string {
  if (onlyValues) return onlyValues[0]!;
  const bound = (of: Field["atLeast"]): string | null => (of?.kind === "literal" && of.value !== null ? String(of.value) : null);
  const [low, high] = [bound(atLeast), bound(atMost)];
  if (low === null || !excludesLeast) return low ?? "1";
  const next = Number(low) + 1;
  return String(high === null || next < Number(high) ? next : (Number(low) + Number(high)) / 2);
}

/** The text within the bounds of the field's length. */
function ofLength({ atLeast, atMost }: Field, text: string): string {
  const bound = (of: Field["atLeast"]): number | null => (of?.kind === "literal" && of.value !== null ? Number(of.value) : null);
  return text.padEnd(bound(atLeast) ?? 0, ` ${text}`).slice(0, bound(atMost) ?? undefined);
}

/** The text with the number at its end, of which nothing is cut off. */
function numbered(field: Field, text: string, number: string): string {
  const longest = ofLength({ ...field, atLeast: null }, text.padEnd(200));
  const most = longest.length < 200 ? longest.length : Infinity;
  return ofLength(field, `${text.slice(0, Math.max(0, most - number.length))}${number}`.trimStart());
}

/** A number that no other record got, as long as the bounds have one. */
function nextNumber(field: Field, number: number): string {
  const [least, most] = [numberWithin(field), field.atMost];
  const next = Number(least) + number;
  const isBeyond = most?.kind === "literal" && most.value !== null && next > Number(most.value);
  return field.onlyValues ? field.onlyValues[number % field.onlyValues.length]! : isBeyond ? least : String(next);
}

function formatted(
  environment: ExampleEnvironment,
  { entity, values }: Pick<Parameters<typeof standIn>[1], "entity" | "values">,
  { format, isUnique }: { readonly format: TextFormat; readonly isUnique: boolean },
  number: number,
): string {
  // The last digits are the number's.
  if (format === "phone" && isUnique) return sampleText(format).slice(0, -4) + String(number).padStart(4, "0");
  if (format === "web address" && isUnique) return `${sampleText(format).replace(/\/$/, "")}/${number}`;
  if (format !== "email") return sampleText(format);
  const name = kebab(String(values["name"] ?? entity.name));
  const isTaken = environment.emails.has(`${entity.name} ${name}`);
  environment.emails.add(`${entity.name} ${name}`);
  const isNumbered = entity.name === "User" || (isUnique && (values["name"] === undefined || isTaken));
  return `${name}${isNumbered ? `.${number}` : ""}@example.test`;
}
