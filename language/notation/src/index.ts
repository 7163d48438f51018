export * from "./tree.ts";
export * from "./points.ts";
export * from "./words.ts";
export * from "./scan.ts";
export * from "./attribute.ts";
export * from "./columns.ts";
export { catalogue as notationCatalogue, type Code as NotationCode } from "./diagnostics.ts";
export * from "./read-tree.ts";
export * from "./format.ts";
