/** Point 3: the type of a field, or a report of what is wrong with it. */
import { fold } from "@nonet/feel";
import type { FieldType } from "@nonet/model";
import { nearest } from "@nonet/source";
import { reportAmbiguousCommas } from "../../context/ambiguous-commas.ts";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { EntityDraft } from "../../declare/drafts.ts";
import { openType } from "../../declare/fields.ts";
import { nearestEntityAttribute } from "../../syntax/entities/entity-attributes.ts";
import { typeNames, type TypeReading } from "../../syntax/entities/field-type.ts";
import type { RawField } from "../../syntax/entities/field.ts";
import { roleNamed } from "../../syntax/roles/matrix-roles.ts";
import { list } from "../../text/english.ts";
import { bare, cut, isNotShown, slice } from "../../text/split.ts";
import type { TextSpan } from "@nonet/notation";
import { keptRecords } from "./meant-attributes.ts";
import { reportMeantType } from "./meant-types.ts";
import { resolveType } from "./resolve-type.ts";
import { reportMissingBullets } from "./missing-bullets.ts";
import { belongsToOtherPoint, reportMissingComma, reportOtherPoint } from "./unknown-attributes.ts";

export function acceptedType(ctx: PointCompiler, draft: EntityDraft, name: string, raw: RawField, reading: TypeReading): FieldType | null {
  if (raw.lacksComma) reportMissingComma(ctx, raw, raw.lacksComma);
  if ("type" in reading && (reading.type.kind === "one of" || reading.type.kind === "any of") && reportAmbiguousCommas(ctx, raw.type)) return null;
  if (/^`[^`]*`$/.test(raw.type.text) && reportAttribute(ctx, raw, name)) return null;
  if ("type" in reading) reportPlural(ctx, raw, reading.type);
  if ("type" in reading) return resolveType(ctx, draft, name, raw, reading.type);
  if (isNotShown(raw.type)) ctx.notShown(openType(draft.name, name), raw.type.span);
  else if ("inferred" in reading) ctx.report("unknown-type", raw.name.span, `"${name}" needs a type.`, { hint: `Write \`${name}: TYPE\`.` });
  else {
    const schedule = /^(?:deleted?|deletes|erased?|erases|removed?|kept|keep|retention|retained|stored)(?:\s+(?:after|for|period|until))?$/i.test(name)
      ? keptRecords(ctx, draft, raw.type)
      : null;
    if (schedule)
      ctx.report("unknown-attribute", raw.name.span, `An entity has no attribute "${name}": a schedule of point 7 deletes what is too old.`, {
        hint: "Write a schedule with `for each … where …` and `Does: delete this`.",
        fixes: [schedule],
      });
    else if (belongsToOtherPoint(raw)) reportOtherPoint(ctx, draft, raw);
    else if (reportAttribute(ctx, raw, name)) return null;
    else if (reportCondition(ctx, raw, name)) return null;
    else if (reportMissingBullets(ctx, raw.type)) return null;
    else if (reportMeantType(ctx, draft, raw)) return null;
    else {
      if (reportUnit(ctx, name, raw)) return null;
      const form = incompleteType(raw.type.text);
      if (form !== undefined) {
        ctx.report("unknown-type", raw.type.span, `The field type "${raw.type.text}" is incomplete.`, {
          hint: `Write ${form.includes("`") ? `\`\`${form} \`\`` : `\`${form}\``}.`,
        });
        return null;
      }
      if (reportChoices(ctx, name, raw) || reportFormula(ctx, draft, name, raw)) return null;
      const near = nearest(raw.type.text, [
        ...typeNames,
        ...(/^list of\s/i.test(raw.type.text) ? typeNames.map((one) => `list of ${one}`) : []),
        ...[...ctx.drafts.values()].map((d) => d.name),
      ]);
      ctx.report(
        "unknown-type",
        raw.type.span,
        `"${raw.type.text}" isn't a field type or an entity.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
        near === undefined
          ? raw.type.text.split(" ").length > 3
            ? { hint: `A field has a type, \`${name}: TYPE\`. If it is computed, write \`${name} = EXPRESSION\`.` }
            : {}
          : { fixes: [{ title: `Write ${near}`, edits: [{ span: raw.type.span, text: near }] }] },
      );
    }
  }
  return null;
}

/** `Shwn as: …`: a capitalized label that is nearly an attribute's. */
function reportAttribute(ctx: PointCompiler, raw: RawField, name: string): boolean {
  const attribute = /^[A-Z]/.test(name) ? nearestEntityAttribute(name) : undefined;
  if (attribute === undefined) return false;
  ctx.report("unknown-attribute", raw.name.span, `An entity has no attribute "${name}". Did you mean "${attribute}"?`, {
    fixes: [{ title: `Write ${attribute}`, edits: [{ span: raw.name.span, text: attribute }] }],
  });
  return true;
}

/** `Packet where state = "stored"`: a reference may be to any record; who gives another one is refused by a rule or a guard. */
function reportCondition(ctx: PointCompiler, raw: RawField, name: string): boolean {
  const parted = cut(raw.type, /\s+(?:where|with|whose|that)\s+/i);
  const entity = parted && ctx.typeNames.entity(bare(parted.before).text);
  if (!entity) return false;
  ctx.report("unknown-type", raw.type.span, `The type of "${name}" can't say which records of ${entity} fit.`, {
    hint: `Write \`${name}: ${entity}\`, and the condition as a rule in point 5; for what an action asks for, as its When in point 4 (\`asked.${name}.FIELD = …\`).`,
  });
  return true;
}

/** Reports a plural as the type: it means several, but a reference holds one. */
function reportPlural(ctx: PointCompiler, raw: RawField, type: FieldType): void {
  const other = type.kind === "reference" ? ctx.drafts.get(fold(type.entity)) : undefined;
  const key = fold(bare(raw.type).text);
  if (!other || key === fold(other.name) || key !== fold(other.plural)) return;
  const write = (text: string) => ({ title: `Write ${text}`, edits: [{ span: raw.type.span, text }] });
  ctx.report("unknown-type", raw.type.span, `"${raw.type.text}" is the plural of ${other.name}, so it isn't clear whether the field holds one or several.`, {
    hint: `Write \`${other.name}\` for one, or \`list of ${other.name}\` for several.`,
    fixes: [write(`list of ${other.name}`), write(other.name)],
  });
}

/** `integer (litres)`: a type has no unit of its own. */
function reportUnit(ctx: PointCompiler, name: string, { type, span }: RawField): boolean {
  const choices = /^(?:one|any) of\s*\([^()]+\)(?=\s+\p{L}+$)/iu.exec(type.text);
  const parted = choices ? { before: slice(type, 0, choices[0].length), after: slice(type, choices[0].length) } : cut(type, /\s*\((?=[^()]+\)$)/);
  if (!parted || !(choices ?? typeNames.includes(fold(parted.before.text)))) return false;
  const unit = choices ? parted.after.text.trim() : parted.after.text.slice(0, -1);
  if (isFile(parted.before.text)) return reportFileLimits(ctx, type, parted.before.text, unit);
  ctx.report("unknown-type", type.span, `A field of type ${parted.before.text} has no unit or remark behind its type.`, {
    hint: `Say it in the name, as in \`${name} in ${unit}: ${parted.before.text}\`, or in a paragraph.`,
    // Where the line ends, the remark stays as a comment.
    fixes: [
      type.span.to === span.to
        ? { title: `Write ${parted.before.text}, and (${unit}) as a comment`, edits: [{ span: type.span, text: `${parted.before.text} <!-- ${unit} -->` }] }
        : { title: `Write ${parted.before.text}`, edits: [{ span: type.span, text: parted.before.text }] },
    ],
  });
  return true;
}

const isFile = (text: string): boolean => /^(?:list of )?(?:files?|images?|photos?|pictures?)$/.test(fold(text));

/** `file (PDF, up to 20 MB)`: a field takes files of every kind, and the limit is that of the whole product. */
function reportFileLimits(ctx: PointCompiler, type: TextSpan, before: string, words: string): true {
  const size = /(\d+(?:\.\d+)?\s*[KMG]i?B)\b/i.exec(words)?.[1];
  ctx.report("unknown-type", type.span, `A field of type ${before} has no limits of its own: "${words}" wouldn't be enforced.`, {
    hint:
      size === undefined
        ? "Every upload can have at most 10 MB, unless `upload size` in point 9 says otherwise."
        : `\`upload size\` in point 9 limits every upload: \`upload size: ${size}\`. Without it, the limit is 10 MB.`,
    fixes: [{ title: `Write ${before} without limits`, edits: [{ span: type.span, text: before }] }],
  });
  return true;
}

/** `grass, artificial or indoor`: choices without `one of`. */
function reportChoices(ctx: PointCompiler, name: string, { type, attributes }: RawField): boolean {
  const unread = attributes.slice(
    0,
    Math.max(0, attributes.findIndex(({ kind }) => kind !== "unknown") === -1 ? attributes.length : attributes.findIndex(({ kind }) => kind !== "unknown")),
  );
  const all = [type, ...unread.map(({ words }) => words)];
  const choices = all.flatMap(({ text }) => text.split(/\s+or\s+|^or\s+|\s+\/\s+/i)).filter((one) => one !== "");
  if (!all.some(({ text }) => /(?:^|\s)(?:or|\/)\s/i.test(text)) || choices.some((one) => one.split(" ").length > 3)) return false;
  const span = { ...type.span, to: all.at(-1)!.span.to };
  const roles = choices.map((one) => roleNamed(ctx.declared.roles, one)?.name);
  if (roles.every((role) => role !== undefined)) {
    ctx.report("unknown-type", span, `${list(roles)} are roles, and a field for a User can name one role.`, {
      hint: `Write \`User\`, and a rule in point 5 that says which roles: ${list(
        roles.map((role) => `\`${name}.roles contains "${role}"\``),
        "or",
      )}.`,
      fixes: [{ title: "Write User", edits: [{ span, text: "User" }], isTentative: true }],
    });
    return true;
  }
  const form = `one of (${choices.join(", ")})`;
  ctx.report("unknown-type", span, `These look like choices. Write \`${form}\`.`, { fixes: [{ title: `Write ${form}`, edits: [{ span, text: form }] }] });
  return true;
}

/** `won: count(matches)`: a formula without its equals sign. */
function reportFormula(ctx: PointCompiler, draft: EntityDraft, name: string, { type }: RawField): boolean {
  if (!ctx.tryExpression(type, { what: `field "${name}" of ${draft.name}`, self: draft.name })) return false;
  // A field can't be computed from what is called like it.
  const counted = fold(name) === fold(type.text) ? /^(?:number|count) of (.+)$/i.exec(type.text)?.[1] : undefined;
  const form = counted === undefined ? type.text : `count(${counted})`;
  ctx.report("unknown-type", type.span, `"${type.text}" isn't a field type, but it can be computed.`, {
    hint: `Write \`${name} = ${form}\`.`,
    fixes: [{ title: "Write it as a formula", edits: [{ span: type.span, text: `= ${form}` }] }],
  });
  return true;
}

const whole: readonly (readonly [RegExp, string])[] = [
  [/^(?:one|any) of\b/i, "one of (a, b, c)"],
  [/^sequence\b/i, "sequence `A-{0000}`"],
  [/^gapless sequence\b/i, "gapless sequence `A-{0000}`"],
  [/^random text\b/i, "random text of 12 characters"],
  [/^secret link(?: to)?$/i, "secret link to SCREEN"],
  [/^list of$/i, "list of ENTITY"],
];

/** The complete form of a type of which only the beginning is written. */
const incompleteType = (text: string): string | undefined => {
  const form = whole.find(([begin]) => begin.test(text))?.[1];
  return /^any/i.test(text) ? form?.replace("one of", "any of") : form;
};
