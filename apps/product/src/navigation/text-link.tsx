/** A link inside the product, in the type of the text around it. A list has one in each row, so it is an element and no component of the library. */
import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { followLink } from "./location.ts";

export function TextLink({ to, strong = false, children }: { to: string; strong?: boolean; children: ReactNode }) {
  return (
    <a className={`mantine-focus-auto ${Anchor.classes["root"]}`} data-underline="hover" href={to} onClick={followLink(to)} {...(strong ? { style: { fontWeight: 550 } } : {})}>
      {children}
    </a>
  );
}
