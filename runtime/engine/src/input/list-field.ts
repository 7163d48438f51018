/** Fields whose value is a list, and empty values. */
import { type Field, measureOf } from "@nonet/model";

/** Bounds of such a field count its items; an empty list counts 0. */
export const isList = (field: Field): boolean => measureOf(field.type) === "items";

export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
