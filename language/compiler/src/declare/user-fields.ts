/** The built-in fields of User. */
import { fold } from "@nonet/feel";
import type { FieldType } from "@nonet/model";
import type { DeclaredField } from "./declared.ts";

const own = (name: string, type: FieldType, required: boolean): [string, DeclaredField] => [fold(name), { name, type, required, span: null }];

/** The fields of every User. */
export const userFields = (): ReadonlyMap<string, DeclaredField> =>
  new Map([
    own("name", { kind: "text", form: "plain" }, true),
    own("email", { kind: "formatted", format: "email" }, true),
    own("roles", { kind: "texts" }, true),
    own("active", { kind: "yes/no" }, true),
  ]);
