import { fold } from "@nonet/feel";
import type { FieldType } from "@nonet/model";
import type { Bullet, Tree } from "@nonet/notation";
import { aboutBlocks } from "../syntax/about-table.ts";
import type { DeclaredField } from "./drafts.ts";

/** Point 1's currency is needed before any money field has a type. */
export function currencyOf(tree: Tree): string | null {
  const blocks = tree.points[0] ? aboutBlocks(tree.points[0]) : [];
  const bullet = blocks.find((block): block is Bullet => block.kind === "bullet" && fold(block.label?.text ?? "") === "currency");
  const code = /\b[A-Z]{3}\b/.exec(bullet?.value?.text ?? "")?.[0];
  // A currency that isn't there is said where it stands; its amounts then have no unit.
  return code !== undefined && Intl.supportedValuesOf("currency").includes(code) ? code : null;
}

const own = (name: string, type: FieldType, required: boolean): [string, DeclaredField] => [fold(name), { name, type, required, span: null }];

/** What every User has. */
export const userFields = (): ReadonlyMap<string, DeclaredField> =>
  new Map([
    own("name", { kind: "text", form: "plain" }, true),
    own("email", { kind: "formatted", format: "email" }, true),
    own("roles", { kind: "texts" }, true),
    own("active", { kind: "yes/no" }, true),
  ]);

/** By what a field without a known type is known among what is open. */
export const openType = (entity: string, field: string): string => `the type of ${entity}.${field}`;
