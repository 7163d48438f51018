/** The labels that each place of a document takes, for tools that offer them. */
export { aboutNames } from "./syntax/about-table.ts";
export { callTitles } from "./syntax/call-attributes.ts";
export { limitNames } from "./syntax/constants/limits.ts";
export { entityAttributes } from "./syntax/entities/entity-attributes.ts";
export { typeNames } from "./syntax/entities/field-type.ts";
export { screenAttributes } from "./screens/naming/attribute-names.ts";
