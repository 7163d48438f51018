/** A link inside the product. */
import { Anchor, type AnchorProps } from "@mantine/core";
import type { ReactNode } from "react";
import { followLink } from "./location.ts";

export function Link({ to, children, ...rest }: AnchorProps & { to: string; children: ReactNode; "aria-label"?: string; "aria-current"?: "page" | undefined; className?: string }) {
  return (
    <Anchor href={to} onClick={followLink(to)} {...rest}>
      {children}
    </Anchor>
  );
}
