/** The entity that a line is about, and with it what an expression on it can use. */
import { fold, type Type } from "@nonet/feel";
import { entityOf, fieldType, type Product } from "@nonet/model";
import { columnCalled, type LineContext } from "../document/line-context.ts";
import type { ExpressionScope } from "./expression-scope.ts";

/** null where no record is in scope, or where which one isn't known. */
export function entityAt(product: Product, { point, section, form }: LineContext): string | null {
  const called = (name: string): string | null => product.entities.find((one) => fold(one.name) === fold(name) || fold(one.plural) === fold(name))?.name ?? null;
  if ((point === 5 || point === 6) && form.kind === "cell") {
    const at = point === 6 ? 0 : form.headers.findIndex((header) => columnCalled(header, ["Entity"]) === "Entity");
    const cell = form.row[at];
    return cell === undefined ? null : called(cell.split(/[,:]/)[0]!.trim());
  }
  if (point === 2 && form.kind === "cell") return entityIn(product, form.row.join(" ") + form.text);
  if (point === 2 && section !== null) {
    const shows = product.screens.find(({ name }) => fold(name) === fold(section))?.shows;
    const listed = form.kind === "bullet" ? /^(\p{L}[\p{L} ]*?)\s+where\b/u.exec(form.text)?.[1] : undefined;
    return (listed === undefined ? null : called(listed)) ?? (shows && "entity" in shows ? shows.entity : null);
  }
  if (point === 7 && section !== null) {
    const each = form.kind === "bullet" ? /\beach\s+([\p{L}\p{N} ]+?)\s+where\b|^([\p{L}\p{N} ]+?)\s+where\b/u.exec(form.text) : null;
    return called(each?.[1] ?? each?.[2] ?? "") ?? product.calls.find(({ name }) => fold(name) === fold(section))?.entity ?? null;
  }
  if (section === null) return null;
  return called(section.split(":")[0]!.trim()) ?? called(section);
}

const entityIn = (product: Product, text: string): string | null =>
  [...product.entities]
    .sort((a, b) => b.name.length - a.name.length)
    .find(({ name }) => new RegExp(`\\b(?:of|for)\\s+${name.replace(/[^\p{L}\p{N}]+/gu, "\\W+")}\\b`, "iu").test(text))?.name ?? null;

export function scopeAt(product: Product, place: LineContext): ExpressionScope {
  const entity = entityAt(product, place);
  const variables = new Map<string, Type>([["me", { kind: "record", name: "User" }]]);
  if (entity !== null) {
    const record: Type = { kind: "record", name: entity };
    variables.set("this", record);
    if (place.point === 3 || place.point === 4 || place.point === 5) variables.set("old", record);
    const asked = askedAt(product, entity, place);
    if (asked) variables.set("asked", asked);
  }
  return { product, entities: entity === null ? [] : [entity], variables };
}

/** What the action of the row asks for, or of the entity's actions where the row isn't known. */
function askedAt(product: Product, entity: string, { form, point }: LineContext): Type | null {
  const row = point === 4 && form.kind === "cell" ? form.row.map(fold) : null;
  const actions = product.machines.filter((machine) => machine.entity === entity).flatMap((machine) => machine.actions);
  const chosen = row ? actions.filter(({ name }) => row.some((cell) => cell.includes(fold(name)))) : actions;
  const asks = chosen.flatMap((action) => action.asks);
  return asks.length === 0 ? null : { kind: "context", entries: Object.fromEntries(asks.map(({ field }) => [field.name, fieldType(entityOf(product, entity) ?? null, field)])) };
}
