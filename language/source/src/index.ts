/** Source files, spans and diagnostics, and the search for similar names: shared by all packages. */
export * from "./source.ts";
export * from "./nearest.ts";
