/** FEEL, the expression language of OMG's DMN 1.5, statically typed and exact. */
export * from "./type.ts";
export * from "./tree.ts";
export * from "./scope.ts";
export { check, checkTests, checkTemplate, type Checked, type CheckOptions } from "./check.ts";
export { readValue, type ReadValue } from "./values-text.ts";
export { catalogue, type CatalogueEntry, type Code } from "./diagnostics.ts";
export { describe } from "./type-text.ts";
export { builtins, type BuiltinParameter, type Signature } from "./signatures.ts";
export { comparable, elementOf, fits, join } from "./relate.ts";
