/** The functions of the database that compute a product's long computed fields. */
import type { Product } from "@nonet/model";
import { Unsupported } from "../scope/scope.ts";
import { functionOf } from "./fields/fields.ts";
import { systemScope } from "./system-scope.ts";

/** The statements that create the missing ones. */
export function computedFunctions(product: Product): readonly string[] {
  const s = systemScope(product);
  return product.entities.flatMap((entity) =>
    entity.fields.flatMap((field) => {
      if (!field.computed) return [];
      try {
        return functionOf(s, entity, field)?.create ?? [];
      } catch (error) {
        // A field that can't be compiled is reported where it is read.
        if (error instanceof Unsupported) return [];
        throw error;
      }
    }),
  );
}
