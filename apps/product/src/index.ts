/** What the server takes of the front end: a screen as HTML, for the time until the scripts have run. */
export { fieldsOf } from "./list/state/list-fields.ts";
export { officeHtml } from "./paint/office-html.ts";
export type { Painted, PaintedContent, PaintedElement, Row } from "./paint/paint-data.ts";
export { isComplete, type PublicContent, siteHtml } from "./paint/site-html.ts";
export { introduction } from "./prose/introduction.ts";
