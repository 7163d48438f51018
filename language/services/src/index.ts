/** What editors ask of a checked document, answered as data: offsets in the files, no protocol, nothing of the machine. */
export { type CheckedDocument, type DocumentChecker, makeDocumentChecker } from "./document/checked-document.ts";
export { isSpecification } from "./document/is-specification.ts";
export { completionsAt } from "./completion/completions.ts";
export type { Completion, OfferKind } from "./completion/offer.ts";
export { certainFix, fixAllEdits, fixesIn, mended } from "./editing/fixes.ts";
export { formattingEdits } from "./editing/formatting.ts";
export { referencesOf } from "./names/occurrences.ts";
export { thingAt } from "./names/thing-at.ts";
export { describeThing, type Thing, type ThingKind } from "./names/thing.ts";
export { thingsNamed } from "./names/things-named.ts";
export { definitionsOf } from "./reading/definition.ts";
export { type Fold, foldsOf } from "./reading/folding.ts";
export { dependentsOf, type Hover, hoverAt } from "./reading/hover.ts";
export { type Lens, lensesOf } from "./reading/lenses.ts";
export { type SemanticToken, semanticTokens } from "./reading/semantic-tokens.ts";
export { type OutlineSymbol, symbolsOf } from "./reading/symbols.ts";
export { renameThing, type RenameOptions, type RenameResult } from "./renaming/rename-thing.ts";
