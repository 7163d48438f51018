export * from "./screen-data.ts";
