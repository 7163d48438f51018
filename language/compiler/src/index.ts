/** Text in, checked product out. */
export { compile, makeChecker, type Checker } from "./checker.ts";
export type { Compiled, CompileOptions } from "./compile.ts";
export { catalogue, type Code, type Entry } from "./diagnostics.ts";
export { sentences, type Sentence } from "./explain.ts";
export { builtInCodes } from "./cross-checks.ts";
export { rename, type Named, type Renamed, type RenameOptions } from "./edit-rename.ts";
