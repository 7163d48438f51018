/** Units of numbers: a currency code, or the path to the field that holds it. */
import type { Type } from "./type.ts";

export type NumberType = Type & { kind: "number" };

/** The unit of a number; both properties are absent for a plain number. */
export type Unit = Pick<NumberType, "unit" | "unitIn">;

/** Marks a list in a path: each of its elements has its own unit. */
export const eachElement = "[]";

export function unitOf(type: NumberType): Unit {
  return { ...(type.unit === undefined ? {} : { unit: type.unit }), ...(type.unitIn === undefined ? {} : { unitIn: type.unitIn }) };
}

/** The unit of the sum of two numbers whose units agree. */
export function commonUnit(a: NumberType, b: NumberType): Unit {
  if (isPlain(b)) return isPlain(a) && a.unit !== b.unit ? {} : unitOf(a);
  if (isPlain(a)) return unitOf(b);
  return { ...(a.unit === undefined || a.unit !== b.unit ? {} : { unit: a.unit }), ...(a.unitIn === undefined || a.unitIn !== b.unitIn ? {} : { unitIn: a.unitIn }) };
}

/** Whether the number has no currency: it is a plain number or a percentage. */
export const isPlain = (type: NumberType): boolean => type.unitIn === undefined && (type.unit === undefined || type.unit === "%");

const isRelative = (path: string): boolean => path.startsWith(".");

/**
 * Whether amounts in two units can be added and compared: plain numbers with any unit, a currency with itself, and the
 * currency of a field with that of the same field. A path relative to a record that isn't known yet agrees with any path.
 */
export function unitsAgree(a: Type, b: Type): boolean {
  if ((a.kind === "list" || a.kind === "range") && a.kind === b.kind) return unitsAgree(a.of, b.of);
  if (a.kind !== "number" || b.kind !== "number" || isPlain(a) || isPlain(b)) return true;
  if (a.unit !== undefined && b.unit !== undefined) return a.unit === b.unit;
  // Amounts of several elements differ from the amounts of those in one currency.
  if (a.unit !== b.unit && a.unitIn?.includes(eachElement)) return false;
  return a.unitIn !== undefined && b.unitIn !== undefined && (a.unitIn === b.unitIn || isRelative(a.unitIn) || isRelative(b.unitIn));
}

/** A path as people write it: without the current record, and with `item` for an element. */
export function pathText(path: string): string {
  return path
    .replace(/^\.|^this\./, "")
    .replace(/^item#\d+/, "item")
    .replaceAll(eachElement, "");
}

/** What can be done about two units that don't agree. */
export function unitSuggestion(a: Type, b: Type): string | undefined {
  if (a.kind !== "number" || b.kind !== "number") return undefined;
  if (a.unitIn === undefined && b.unitIn === undefined) {
    return a.unit === undefined || b.unit === undefined || a.unit === "%" || b.unit === "%"
      ? undefined
      : `Convert one of them first: \`money(amount * rate, ${JSON.stringify(a.unit)})\`.`;
  }
  const [inField, other] = a.unitIn === undefined || (b.unitIn?.includes(eachElement) && !a.unitIn.includes(eachElement)) ? [b, a] : [a, b];
  if (inField.unitIn === undefined) return undefined;
  if (isRelative(inField.unitIn))
    return `Also set \`${pathText(inField.unitIn)}\` to ${JSON.stringify(other.unit)}, or convert the amount first: \`money(amount * rate, ${JSON.stringify(other.unit)})\`.`;
  const code = other.unit === undefined || other.unit === "%" ? "CURRENCY" : JSON.stringify(other.unit);
  if (inField.unit !== undefined) return `Convert one of them first: \`money(amount * rate, ${code})\`.`;
  const convert = `convert it first: \`money(amount * rate, ${code})\``;
  const last = inField.unitIn.lastIndexOf(eachElement);
  const is = other.unitIn === undefined ? `"${other.unit}"` : last < 0 ? pathText(other.unitIn) : other.unitIn.replaceAll(eachElement, "").replace(/^\./, "");
  if (last < 0) return `Check the currency first, with \`${pathText(inField.unitIn)} = ${is} and …\` or \`if ${pathText(inField.unitIn)} = ${is} then …\`. Otherwise ${convert}.`;
  return `Use the records of one currency: \`${pathText(inField.unitIn.slice(0, last))}[${inField.unitIn.slice(last + eachElement.length + 1)} = ${is}]\`. Otherwise ${convert}.`;
}

/** The type with the units of its amounts replaced by the results of `change`. */
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

/** Rewrites paths that start at a bound name to start at the value that it is bound to. */
export function replaceBase(name: string, base: string): (path: string) => Unit {
  return (path) => ({ unitIn: path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`) ? base + path.slice(name.length) : path });
}
