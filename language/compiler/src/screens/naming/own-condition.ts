/** The `Own:` lines of point 6 as a condition, for `list of my Orders`. */
import { fold } from "@nonet/feel";
import { ownForms } from "@nonet/forms";
import type { Context } from "../../context/context.ts";
import { tryForm } from "../../resolve/read-by-form.ts";
import { linesAmong } from "../../syntax/roles/condition-lines.ts";
import { ownerPaths, ownerSteps } from "../../syntax/roles/owners.ts";
import { findEntity } from "./names.ts";
import { plainName } from "./plain-name.ts";

/** `customer.contact = me`; null if no line says to whom the records belong. */
export function ownCondition(context: Context, entity: string): string | null {
  const point = context.tree.points[5]!;
  const fields = context.declared.entities.get(fold(entity))!.fields;
  const lines = linesAmong([...point.blocks, ...point.sections.flatMap((section) => section.blocks)]).flatMap(({ found }) => found.filter(({ kind }) => kind === "own"));
  const conditions = lines.flatMap(({ words }) => {
    const line = tryForm(ownForms, words, { entity: (text) => findEntity(context, plainName({ ...words, text }).text) !== null });
    if (line?.name !== "path" || findEntity(context, plainName(line.slots["entity"]!).text) !== entity) return [];
    return ownerPaths(line.slots["owners"]!, fields).flatMap((path) => {
      const owner = ownerSteps(path).join(".");
      const { type } = context.tryExpression({ ...words, text: owner }, { what: `the owner of ${entity}`, self: entity }) ?? {};
      if (type?.kind === "record" && type.name === "User") return [`${owner} = me`];
      return type?.kind === "list" && type.of.kind === "record" && type.of.name === "User" ? [`list contains(${owner}, me)`] : [];
    });
  });
  return conditions.length === 0 ? null : conditions.join(" or ");
}
