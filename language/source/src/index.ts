export * from "./source.ts";
export * from "./nearest.ts";
