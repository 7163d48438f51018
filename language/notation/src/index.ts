/** The notation: reads Markdown files as the nine-point tree, formats them and edits them. */
export type { Tree, TextSpan, PointTree, Section, Block, Bullet, Table, Row } from "./tree/tree.ts";
export { type PointNumber, pointTitles, pointNumbers, pointOfHeading } from "./tree/points.ts";
export { slice, trim, after, before, isNotShown, isNone, isCode, codeOf, undecorated, unquote, unstarred } from "./text/text-span.ts";
export { splitTop, findTop, splitAtWord, scanTop } from "./text/scan.ts";
export { type Attribute, attributeOf, labelled } from "./text/attribute.ts";
export { headerSynonyms, type Columns, columnsOf, canonicalHeader } from "./text/columns.ts";
export { catalogue as notationCatalogue, type Code as NotationCode } from "./diagnostics/catalogue.ts";
export { longestBullet } from "./read/reading.ts";
export { readTree } from "./read/read-tree.ts";
export { assemble, type SectionCache as SectionStore } from "./read/assemble.ts";
export { addField, addRow, setCell } from "./format/edit-rows.ts";
export { type Edit, applyEdits } from "./format/edit-splices.ts";
export { format } from "./format/format.ts";
export { makeTreeReader, readOnce, type ReadTree, type TreeReader } from "./read/tree-reader.ts";
export type { Layout } from "./tree/layout.ts";
