export * from "./screen-data.ts";
export { planProduct, type Asker, type PlanOptions } from "./plan-product.ts";
export { labelOf } from "./label.ts";
