export * from "./tree.ts";
export * from "./points.ts";
