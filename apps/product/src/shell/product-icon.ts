/** The product's icon in the browser's tab. */
import { useEffect } from "react";
import type { ProductData } from "@nonet/screens";
import { iconOf } from "./icon-of.ts";

export function useProductIcon(product: ProductData | undefined): void {
  const address = product && iconOf(product);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (link && address) link.href = address;
  }, [address]);
}
