export * from "./screen-data.ts";
export { planProduct, type Reader, type PlanOptions } from "./plan-product.ts";
export { findRoute, matchRoute } from "./routes/find-route.ts";
export { titleColumn } from "./card-title.ts";
export { pictureSources } from "./pictures/picture-sources.ts";
export { type PageBlock, pagePartsOf, pictureWidths } from "./page-blocks.ts";
