/** How much of a section's width a fact takes. */
import type { FieldData } from "@nonet/screens";

const wide = new Set<FieldData["control"]>(["long text", "rich text", "parts", "address", "file", "files", "texts"]);
/** Kinds of values without blanks, which would be broken in the middle in half of a telephone's width. */
const unbroken = new Set<FieldData["control"]>(["email", "web address", "secret", "secret key", "secret link"]);
/** As long as the number of a chip or an account. */
export const isUnbroken = (field: FieldData, value: unknown): boolean => unbroken.has(field.control) || (typeof value === "string" && /^\S{12,}$/.test(value));

/** Takes the section's whole width. */
export const isWide = ({ control }: FieldData): boolean => wide.has(control);
