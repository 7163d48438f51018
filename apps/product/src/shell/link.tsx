/** A link inside the product. */
import { Anchor, type AnchorProps } from "@mantine/core";
import type { ReactNode } from "react";
import { followLink } from "./location.ts";

export function Link({ to, children, ...rest }: AnchorProps & { to: string; children: ReactNode; "aria-label"?: string }) {
  return (
    <Anchor href={to} onClick={followLink(to)} {...rest}>
      {children}
    </Anchor>
  );
}

/** "line 132": where the document says so. */
export function LineLink({ line, of }: { line: number | null; of?: string }) {
  if (line === null) return null;
  return (
    <Link to={`/document#L${line}`} size="xs" c="dimmed" underline="always" aria-label={of ? `${of}: line ${line} of the document` : `line ${line} of the document`}>
      line {line}
    </Link>
  );
}
