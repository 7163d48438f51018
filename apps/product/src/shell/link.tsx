/** A link inside the product. */
import { Anchor, Text, type AnchorProps } from "@mantine/core";
import type { ReactNode } from "react";
import { followLink } from "./location.ts";
import { useHere } from "./product-context.tsx";

export function Link({ to, children, ...rest }: AnchorProps & { to: string; children: ReactNode; "aria-label"?: string }) {
  return (
    <Anchor href={to} onClick={followLink(to)} {...rest}>
      {children}
    </Anchor>
  );
}

/** "line 132": where the document says so. */
export function LineLink({ line, of }: { line: number | null; of?: string }) {
  const { me } = useHere();
  if (line === null) return null;
  if (!me.signedIn)
    return (
      <Text span size="xs" c="dimmed">
        line {line}
      </Text>
    );
  return (
    <Link to={`/document#L${line}`} size="xs" c="dimmed" underline="always" aria-label={of ? `${of}: line ${line} of the document` : `line ${line} of the document`}>
      line {line}
    </Link>
  );
}
