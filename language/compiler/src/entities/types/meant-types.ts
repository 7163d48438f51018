/** What people write as a field's type that isn't one, though it shows which type is meant: `1 to 5 stars`, `auto-increment`, `number in km`. */
import { fold } from "@nonet/feel";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { EntityDraft } from "../../declare/drafts.ts";
import type { PlannedFix } from "../../fixes/planned-fix.ts";
import { characterWords } from "../../syntax/entities/characters.ts";
import type { RawField } from "../../syntax/entities/field.ts";
import { roleNamed } from "../../syntax/roles/matrix-roles.ts";

interface MeantType {
  readonly message: string;
  readonly hint?: string;
  /** What the type can be instead. Where there are several, the author chooses. */
  readonly forms: readonly string[];
  /** The line can go. */
  readonly isNeedless?: boolean;
  /** Whether attributes behind the type are part of what was meant. */
  readonly withAttributes?: boolean;
}

type Reader = (ctx: PointCompiler, draft: EntityDraft, raw: RawField) => MeantType | null;

/** Reports it and returns true; false where the words don't show what is meant. */
export function reportMeantType(ctx: PointCompiler, draft: EntityDraft, raw: RawField): boolean {
  for (const reader of readers) {
    const meant = reader(ctx, draft, raw);
    if (!meant) continue;
    const span = meant.withAttributes && raw.attributes.length > 0 ? { ...raw.type.span, to: raw.attributes.at(-1)!.words.span.to } : raw.type.span;
    const fixes: readonly PlannedFix[] = [
      ...meant.forms.map((text) => ({ title: `Write ${text}`, edits: [{ span, text }] })),
      ...(meant.isNeedless ? [{ title: "Remove the line", removes: "line" as const, edits: [] }] : []),
    ];
    ctx.report("unknown-type", span, meant.message, { ...(meant.hint === undefined ? {} : { hint: meant.hint }), fixes });
    return true;
  }
  return false;
}

/** `text (500 characters)`, `varchar(500)`. */
const length: Reader = (_, __, { type }) => {
  const found = /^(?:text|string|n?varchar|char)\s*\(\s*(\d{1,6})(?:\s*(?:characters?|chars?|letters?))?\s*\)$/i.exec(type.text);
  return found && { message: `"${type.text}" doesn't say whether ${found[1]} characters are the most.`, forms: [`text, at most ${found[1]}`] };
};

/** `8 digits`: what a text consists of. */
const characters: Reader = (_, __, { type }) =>
  characterWords(type.text) ? { message: `"${type.text}" isn't a field type, but looks like a text.`, forms: [`text, ${type.text}`] } : null;

/** `IBAN`, `postcode`: a text of a form that isn't checked. */
const unchecked: Reader = (_, __, { type }) =>
  /^(?:iban|bic|swift(?: code)?|isbn|ean|vin|gtin|barcode|bar code|post ?code|postal code|zip(?: code)?|vat (?:id|number)|tax (?:id|number)|(?:bank )?account number)$/i.test(
    type.text,
  )
    ? {
        message: `"${type.text}" isn't a field type: its form isn't checked.`,
        hint: "Write `text`. A regular expression behind `matching` can check its form.",
        forms: ["text"],
      }
    : null;

/** `1-5`, `1 to 5 stars`, `rating from 1 to 5`. */
const scale: Reader = (_, __, { type }) => {
  const found =
    /^(?:(?:a\s+)?(?:rating|score|grade|mark|scale|points?|stars?)\s+(?:from\s+|of\s+|between\s+)?)?(\d{1,4})\s*(?:-|–|to|and|\.\.)\s*(\d{1,4})(?:\s+(?:stars?|points?))?$/i.exec(
      type.text,
    );
  return found && { message: `"${type.text}" isn't a field type, but looks like whole numbers.`, forms: [`integer, between ${found[1]} and ${found[2]}`] };
};

/** `red/green/blue`, `red | green | blue`, and `one of: red, green, blue` without parentheses. */
const choices: Reader = (_, __, { type, attributes }) => {
  const parted = /^[\p{L}\d -]+(?:\s*[/|]\s*[\p{L}\d -]+)+$/u.test(type.text) ? type.text.split(/\s*[/|]\s*/) : null;
  if (parted && parted.every((one) => one.split(" ").length <= 3)) {
    const form = `one of (${parted.join(", ")})`;
    return { message: `These look like choices. Write \`${form}\`.`, forms: [form] };
  }
  const listed = /^(one|any) of\s*:\s*(.+)$/i.exec(type.text);
  if (!listed || attributes.length === 0 || attributes.some(({ kind }) => kind !== "unknown")) return null;
  const all = [listed[2]!, ...attributes.map(({ words }) => words.text)].flatMap((one) => one.split(/\s+or\s+|^or\s+/i)).filter((one) => one !== "");
  const form = `${listed[1]!.toLowerCase()} of (${all.join(", ")})`;
  return { message: `Choices stand in parentheses. Write \`${form}\`.`, forms: [form], withAttributes: true };
};

/** `auto-increment`, `generated number`: a sequence with a pattern of its own. */
const counted: Reader = (_, draft, { type }) =>
  /^(?:auto[- ]?(?:increment(?:ed|ing)?|number(?:ed)?|generated(?: number| id)?|id)|serial(?: number)?|(?:automatically )?generated (?:number|id|code)|(?:running|sequential|consecutive) number|sequence(?: number)?|uuid|guid)$/i.test(
    type.text,
  )
    ? {
        message: `"${type.text}" isn't a field type. A number that the product gives is a sequence; each record also has an id of its own, which isn't written down.`,
        forms: [`sequence \`${draft.name.slice(0, 1).toUpperCase()}-{0000}\``],
      }
    : null;

/** `Child (several)`, `Child(s)`, `Child/Children`. */
const several: Reader = (ctx, _, { type }) => {
  const found = /^([^()]+?)\s*\(\s*(s|es|ren|several|many|multiple|list|one or more|any number|optional|one)\s*\)$/i.exec(type.text);
  const entity = found ? ctx.typeNames.entity(found[1]!) : undefined;
  if (!found || entity === undefined) return null;
  if (/^(?:optional|one)$/i.test(found[2]!)) return { message: `"${type.text}" isn't a field type. A field is optional unless it is \`required\`.`, forms: [entity] };
  const isOpen = /^(?:s|es|ren)$/i.test(found[2]!);
  return {
    message: isOpen ? `"${type.text}" can be one or several.` : `"${type.text}" isn't a field type.`,
    hint: `Write \`${isOpen ? `${entity}\` for one, or \`` : ""}list of ${entity}\` for several.`,
    forms: isOpen ? [`list of ${entity}`, entity] : [`list of ${entity}`],
  };
};

const measures = "km|m|cm|mm|miles?|kg|g|mg|t|tonnes?|l|ml|litres?|liters?|m²|m2|m³|m3|°C|kWh|W|kW|bar|ppm";
const times = "minutes?|hours?|days?|weeks?|months?|years?";

/** `decimal with 1 decimal place`, `decimal (2 places)`: a number keeps the decimals that people type. */
const decimals: Reader = (_, __, { name, type, span }) => {
  const found =
    /^(?:an?\s+)?(?:decimal|number|decimal number)s?\s*(?:,?\s*with\s+|of\s+|to\s+)?(?:up\s+to\s+|at\s+most\s+)?(\()?\s*(\d|one|two|three|four)(?:\s+(?:digits?\s+after\s+the\s+(?:decimal\s+)?point|decimals?|places?|decimal\s+(?:places?|digits?)))?\s*\)?$/i.exec(
      type.text,
    );
  if (!found) return null;
  const digits = figures[found[2]!.toLowerCase()] ?? found[2]!;
  const remark = type.span.to === span.to ? ` <!-- decimals: ${digits} -->` : "";
  return {
    message: `"${type.text}" isn't a field type: a number keeps the decimals that people type.`,
    hint: `Write \`number\`. To refuse more decimals, add the rule \`decimal(${name.text}, ${digits}) = ${name.text}\` to point 5; an amount of \`money\` has the decimals of its currency.`,
    forms: digits === "0" ? ["integer"] : [`number${remark}`],
  };
};

const figures: Readonly<Record<string, string>> = { one: "1", two: "2", three: "3", four: "4" };

const week = "Monday, Tuesday, Wednesday, Thursday, Friday";

/** `weekday`, `list of weekdays`: choices. */
const weekdays: Reader = (_, __, { type }) => {
  const found = /^(?:(list of|several|any of|many|set of)\s+)?(?:the\s+)?(week[ -]?days?|days? of (?:the|a) week)$/i.exec(type.text);
  if (!found) return null;
  const kind = found[1] === undefined && !/days$/i.test(found[2]!) && !/^days/i.test(found[2]!) ? "one of" : "any of";
  const all = `${kind} (${week}, Saturday, Sunday)`;
  return /^week/i.test(found[2]!)
    ? { message: `"${type.text}" isn't a field type, and can mean all seven days or Monday to Friday.`, forms: [all, `${kind} (${week})`] }
    : { message: `"${type.text}" isn't a field type, but days of the week are choices.`, forms: [all] };
};

/** `duration in months`: a number of months, because a duration counts days and hours. */
const duration: Reader = (_, __, { name, type }) => {
  const found = /^(?:duration|period|length|length of time)\s+in\s+(minutes?|hours?|days?|weeks?|months?|years?)$/i.exec(type.text);
  if (!found) return null;
  const isFixed = !/^(?:month|year)/i.test(found[1]!);
  return {
    message: isFixed ? `"${type.text}" isn't a field type: a duration has its unit in each value.` : `"${type.text}" isn't a field type: ${found[1]} have no fixed length.`,
    hint: isFixed ? "Write `duration`." : `Write \`integer\`. A formula adds it to a date as \`DATE + ${name.text} * 1 ${found[1]!.replace(/s$/, "")}\`.`,
    forms: [isFixed ? "duration" : "integer"],
  };
};

/** `number in km`, `km`, `hours`: a number has no unit, and a length of time is a duration. */
const unit: Reader = (_, __, { name, type, span }) => {
  const found = new RegExp(`^(?:(number|integer|whole number|decimal)\\s+(?:in|of)\\s+(?:full\\s+)?)?(${measures}|${times})$`, "i").exec(type.text);
  if (!found) return null;
  const kind = /^(?:integer|whole)/i.test(found[1] ?? "") ? "integer" : "number";
  const remark = type.span.to === span.to ? ` <!-- in ${found[2]} -->` : "";
  if (new RegExp(`^(?:${times})$`, "i").test(found[2]!))
    return {
      message: `"${type.text}" isn't a field type.`,
      hint: `Write \`duration\` for a length of time such as \`3 ${found[2]!.replace(/s?$/, "s")}\`, or \`${kind}\` for a plain number.`,
      forms: ["duration", `${kind}${remark}`],
    };
  return {
    message: `"${type.text}" isn't a field type: a number has no unit.`,
    hint: `Say it in the name, as in \`${name.text} in ${found[2]}: ${kind}\`, or in a comment.`,
    forms: [`${kind}${remark}`],
  };
};

/** `the Clerk who confirmed it`. */
const person: Reader = (ctx, draft, { name, type }) => {
  const found = /^(?:the\s+|an?\s+)?(.+?)\s+(?:who|that)\s+(\S+).*$/i.exec(type.text);
  const role = found ? roleNamed(ctx.declared.roles, found[1]!) : undefined;
  if (!found || role === undefined) return null;
  const verb = fold(found[2]!).replace(/(?:ed|d)$/, "");
  const action = [...draft.actions.values()].find((one) => fold(one.name).startsWith(verb))?.name;
  return {
    message: `"${type.text}" isn't a field type. Who did something is stored by the action.`,
    hint: `Write \`${name.text}: User with role ${role.name}, read-only\` here, and \`set ${name.text} = me\` in the effects of ${action ?? "the action"} in point 4.`,
    forms: [`User with role ${role.name}, read-only`],
  };
};

/** `status`: the states of point 4 are a field that every machine brings along. */
const state: Reader = (_, draft, { type }) =>
  /^(?:status|state|stage|phase)$/i.test(type.text)
    ? {
        message: `"${type.text}" isn't a field type.`,
        hint:
          draft.states.length > 0
            ? `The states of ${draft.name} stand in point 4, and every ${draft.name} has the field \`state\`; leave this line out.`
            : `Write the states and actions of ${draft.name} in point 4, or the choices here: \`one of (a, b, c)\`.`,
        forms: [],
        isNeedless: draft.states.length > 0,
      }
    : null;

/** Types that a default shows, by what it looks like. `$1` is the value after `default`. */
const shownByDefault: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^-?\d+\s+(?:minutes?|hours?|days?|weeks?)$/i, ["duration"]],
  [/^-?\d+$/, ["integer", "number"]],
  [/^-?\d+\.\d+$/, ["number"]],
  [/^-?\d[\d.,]*\s*%$/, ["percent"]],
  [/^(?:yes|no|true|false)$/i, ["yes/no"]],
  [/^`?today\(\)`?$|^today$|^\d{4}-\d\d-\d\d$/i, ["date"]],
  [/^`?now\(\)`?$|^now$/i, ["date and time"]],
  [/^`?me`?$/, ["User"]],
  [/^"[^"]*"$/, ["text"]],
];

/** `default 12 months`, where the type is missing. */
const onlyDefault: Reader = (_, __, { type }) => {
  const value = /^defaults?(?:\s+(?:is|to)|\s*:|\s*=)?\s+(\S.*)$/i.exec(type.text)?.[1]?.trim();
  if (value === undefined) return null;
  const message = `The type is missing before "${type.text}".`;
  const long = /^(-?\d+)\s+(?:month|year)s?$/i.exec(value);
  if (long)
    return {
      message,
      hint: `A duration counts days, hours and minutes, so a number of ${value.replace(/^\S+\s+/, "")} is an integer. Say the unit in the field's name.`,
      forms: [`integer, default ${long[1]!}`],
    };
  const amount = /^-?\d[\d.,]*\s*([A-Z]{3})$/.exec(value)?.[1];
  const types = amount === undefined ? (shownByDefault.find(([looks]) => looks.test(value))?.[1] ?? []) : [`money in ${amount}`];
  return { message, ...(types.length === 0 ? { hint: "Write `TYPE, default VALUE`." } : {}), forms: types.map((one) => `${one}, default ${value}`) };
};

const readers: readonly Reader[] = [onlyDefault, length, characters, unchecked, scale, choices, counted, several, decimals, weekdays, duration, unit, person, state];
