/** The product's logo as it stands in the header. */
import { escaped } from "@nonet/api";
import type { ProductData } from "@nonet/screens";
import { withBase } from "../addresses/base.ts";
import { iconOf } from "../shell/icon-of.ts";

export const sizedLogo = (product: ProductData): string => `<img class="fp-logo" alt="" height="30" src="${escaped(withBase(iconOf(product)))}" />`;
