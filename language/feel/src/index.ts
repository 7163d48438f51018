export * from "./type.ts";
export * from "./tree.ts";
export * from "./scope.ts";
