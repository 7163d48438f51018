/** Whether the product itself assigns a field's value when a record is created. */
import type { Field } from "@nonet/model";

export const isGenerated = ({ type }: Field): boolean => ["sequence", "random text", "secret key", "secret link"].includes(type.kind);
