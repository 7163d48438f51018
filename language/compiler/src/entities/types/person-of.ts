/** Point 3: whose data a personal field is. */
import { fold } from "@nonet/feel";
import { ownForms } from "@nonet/forms";
import type { FieldType } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { EntityDraft } from "../../declare/drafts.ts";
import { entityCalled } from "../../resolve/names.ts";
import { tryForm } from "../../resolve/read-by-form.ts";
import { didYouMean } from "../../resolve/report-nearest.ts";
import type { RawAttribute } from "../../syntax/entities/field.ts";
import { linesAmong } from "../../syntax/roles/condition-lines.ts";
import { ownerPaths } from "../../syntax/roles/owners.ts";
import { list } from "../../text/english.ts";
import { bare } from "../../text/split.ts";

const itself = /^(?:itself|this|themselves|the record(?: itself)?|its own)$/i;

/**
 * The name of the field that refers to the User; `this` for a User's own data, and where the record itself stands for the
 * person. Without a name it is the only field for a User, or the one that point 6 calls the owner.
 */
export function personOf(ctx: PointCompiler, draft: EntityDraft, { value, words }: RawAttribute): string | null {
  const isUser = (type: FieldType): boolean => type.kind === "reference" && type.entity === "User";
  const people = [...draft.fields.values()].filter((f) => isUser(f.type) && !f.computed);
  const named = bare(value).text;
  if (itself.test(named)) return "this";
  if (/^(?:created by|its creator|the creator)$/i.test(named)) return "created by";
  if (named !== "") {
    const field = draft.fields.get(fold(named.replace(/^(?:its|the) /i, ""))) ?? draft.fields.get(fold(named));
    if (field && isUser(field.type) && !field.computed) return field.name;
    if (named.includes(".") && !field) return reportPath(ctx, draft, value, named);
    ctx.report(
      "no-person",
      value.span,
      field
        ? field.computed
          ? `"${field.name}" is computed, so it can't say whose data this is.`
          : `"${field.name}" isn't a User.`
        : `${draft.name} has no field "${named}".${didYouMean(
            named,
            people.map((f) => f.name),
          )}`,
      {
        hint: field?.computed
          ? `Store it: \`${field.name}: User, read-only\`, with \`On create: set ${field.name} = …\`.`
          : people.length > 0
            ? `Write \`personal of ${people[0]!.name}\`, or \`personal of itself\`.`
            : "Write `personal of itself` if the record itself stands for the person.",
      },
    );
    return null;
  }
  if (draft.name === "User" || people.length === 0) return "this";
  if (people.length === 1) return people[0]!.name;
  const owners = people.filter((field) => ownersOf(ctx, draft).has(fold(field.name)));
  if (owners.length === 1) return owners[0]!.name;
  ctx.report("no-person", words.span, `${draft.name} has several fields for a User: ${people.map((f) => f.name).join(", ")}.`, {
    hint:
      owners.length > 1
        ? `Point 6 names several owners, and personal data is of one person. Write ${list(
            owners.map(({ name }) => `\`personal of ${name}\``),
            "or",
          )}, or \`personal of itself\` if the ${draft.name.toLowerCase()} is the person.`
        : `Write \`personal of ${people[0]!.name}\`, or say in point 6 whose ${draft.name.toLowerCase()} it is.`,
  });
  return null;
}

/** `personal of loan.reader`: the person must be stored in the record, so that the data is found when they ask for it. */
function reportPath(ctx: PointCompiler, draft: EntityDraft, value: TextSpan, path: string): null {
  const last = path.split(".").at(-1)!.trim();
  const name = draft.fields.has(fold(last)) ? "person" : last;
  ctx.report("no-person", value.span, `Personal data belongs to the User in a field of the ${draft.name} itself, and \`${path}\` is a field of another record.`, {
    hint: `Store the person: add \`- ${name}: User, read-only\` and \`- On create: set ${name} = ${path}\`, and write \`personal of ${name}\`.`,
  });
  return null;
}

/** The folded paths to the owners that the `Own:` lines of point 6 name. */
function ownersOf({ tree, drafts }: PointCompiler, draft: EntityDraft): ReadonlySet<string> {
  const point = tree.points[5];
  const found = [point?.blocks ?? [], ...(point?.sections ?? []).map((section) => section.blocks)].flatMap((blocks) => linesAmong(blocks).flatMap((one) => one.found));
  const paths = found.flatMap(({ kind, words }) => {
    const line = kind === "own" ? tryForm(ownForms, words, { entity: (text) => entityCalled(drafts, text) !== undefined }) : null;
    return line?.slots["owners"] && entityCalled(drafts, line.slots["entity"]!.text) === draft ? ownerPaths(line.slots["owners"], draft.fields) : [];
  });
  return new Set(paths.map(fold));
}
