/** Units of amounts: a currency's code, or the path to the field that says which. */
import type { Type } from "./type.ts";

export type NumberType = Type & { kind: "number" };

/** What an amount is in; neither where it is a plain number. */
export type Unit = Pick<NumberType, "unit" | "unitIn">;

/** Of several elements, each with a unit of its own. */
export const each = "[]";

export function unitOf(type: NumberType): Unit {
  return { ...(type.unit === undefined ? {} : { unit: type.unit }), ...(type.unitIn === undefined ? {} : { unitIn: type.unitIn }) };
}

/** In what a sum of the two is, of which each may be added to the other. */
export function together(a: NumberType, b: NumberType): Unit {
  if (isPlain(b)) return isPlain(a) && a.unit !== b.unit ? {} : unitOf(a);
  if (isPlain(a)) return unitOf(b);
  return { ...(a.unit === undefined || a.unit !== b.unit ? {} : { unit: a.unit }), ...(a.unitIn === undefined || a.unitIn !== b.unitIn ? {} : { unitIn: a.unitIn }) };
}

/** Whether it says no currency: a plain number, or a percentage. */
export const isPlain = (type: NumberType): boolean => type.unitIn === undefined && (type.unit === undefined || type.unit === "%");

const isRelative = (path: string): boolean => path.startsWith(".");

/**
 * Whether amounts in them may stand together: plain numbers with any, a currency with itself, a field's currency with
 * the same field's. Of a record that isn't known yet (a path from the record that it is read from) only a currency's code is wrong.
 */
export function unitsAgree(a: Type, b: Type): boolean {
  if ((a.kind === "list" || a.kind === "range") && a.kind === b.kind) return unitsAgree(a.of, b.of);
  if (a.kind !== "number" || b.kind !== "number" || isPlain(a) || isPlain(b)) return true;
  if (a.unit !== undefined && b.unit !== undefined) return a.unit === b.unit;
  // Of several elements those of one currency are other amounts than all of them.
  if (a.unit !== b.unit && a.unitIn?.includes(each)) return false;
  return a.unitIn !== undefined && b.unitIn !== undefined && (a.unitIn === b.unitIn || isRelative(a.unitIn) || isRelative(b.unitIn));
}

/** A path as people write it: the record at hand goes without saying, an element is called `item`. */
export function pathText(path: string): string {
  return path
    .replace(/^\.|^this\./, "")
    .replace(/^item#\d+/, "item")
    .replaceAll(each, "");
}

/** What can be done about two units that don't agree; undefined where both are currencies' codes. */
export function unitSuggestion(a: Type, b: Type): string | undefined {
  if (a.kind !== "number" || b.kind !== "number") return undefined;
  const [own, other] = a.unitIn === undefined || (b.unitIn?.includes(each) && !a.unitIn.includes(each)) ? [b, a] : [a, b];
  if (own.unitIn === undefined) return undefined;
  if (isRelative(own.unitIn)) return `Also set \`${pathText(own.unitIn)}\` to ${JSON.stringify(other.unit)}, or convert the amount first: \`amount * rate\` has no currency.`;
  if (own.unit !== undefined) return "Convert one of them first: an amount multiplied by a rate, `amount * rate`, has no currency.";
  const convert = "convert it first: an amount multiplied by a rate, `amount * rate`, has no currency";
  const last = own.unitIn.lastIndexOf(each);
  const is = other.unitIn === undefined ? `"${other.unit}"` : last < 0 ? pathText(other.unitIn) : other.unitIn.replaceAll(each, "").replace(/^\./, "");
  if (last < 0) return `Check the currency first, with \`${pathText(own.unitIn)} = ${is} and …\` or \`if ${pathText(own.unitIn)} = ${is} then …\`. Otherwise ${convert}.`;
  return `Use the records of one currency: \`${pathText(own.unitIn.slice(0, last))}[${own.unitIn.slice(last + each.length + 1)} = ${is}]\`. Otherwise ${convert}.`;
}

/** The type with its amounts' units as `change` makes them. */
export function withUnits(type: Type, change: (path: string) => Unit): Type {
  switch (type.kind) {
    case "number":
      return type.unitIn === undefined ? type : { ...type, ...change(type.unitIn) };
    case "list":
    case "range": {
      const of = withUnits(type.of, change);
      return of === type.of ? type : { kind: type.kind, of };
    }
    case "context": {
      let same = true;
      const entries: Record<string, Type> = {};
      for (const [name, entry] of Object.entries(type.entries)) {
        const now = withUnits(entry, change);
        same &&= now === entry;
        Object.defineProperty(entries, name, { value: now, enumerable: true });
      }
      return same ? type : { ...type, entries };
    }
    case "function": {
      const result = withUnits(type.result, change);
      return result === type.result ? type : { ...type, result };
    }
    default:
      return type;
  }
}

/** The amounts of what is bound to a name, said by what it was bound to. */
export function insteadOf(name: string, base: string): (path: string) => Unit {
  return (path) => ({ unitIn: path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`) ? base + path.slice(name.length) : path });
}
