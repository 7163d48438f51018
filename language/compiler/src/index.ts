/** Text in, checked product out. */
export { compile, makeChecker, type Checker } from "./checker.ts";
export type { CompileOptions } from "./compile.ts";
export type { Compiled, Unplaced } from "./compiled.ts";
export { catalogue, type Code } from "./diagnostics/catalogue.ts";
export type { Entry } from "./diagnostics/entry.ts";
export { sentenceParts, sentences } from "./explain/explain.ts";
export { lineAt, sentencesAt } from "./explain/at-line.ts";
export type { Sentence } from "./explain/sentence.ts";
export { placed } from "./text/spans.ts";
export { builtInCodes } from "./diagnostics/builtin-codes.ts";
export { rename, type Renamed, type RenameOptions } from "./rename.ts";
export type { Named } from "./edit/definitions.ts";
export { expressionsIn, ownerOf, walk } from "./trees/walk.ts";
export { pluralOf } from "./text/plural.ts";
export { aboutNames, callTitles, entityAttributes, limitNames, screenAttributes, typeNames } from "./attribute-names.ts";
