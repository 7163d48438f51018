/** Whether anybody decides anything together in this product: without, nobody stands in for anybody and votes need no lock. */
import type { Product } from "@nonet/model";

export const isDecided = ({ product }: { readonly product: Product }): boolean => product.machines.some((m) => m.actions.some((a) => a.decision));
