/** A link inside the product. */
import { Anchor, Text, Tooltip, type AnchorProps } from "@mantine/core";
import type { ReactNode } from "react";
import { formatLocation, type SourceLocation } from "@nonet/model";
import { followLink } from "./location.ts";
import { useHere } from "./product-context.tsx";
import { Sentence } from "./sentence.tsx";

export function Link({ to, children, ...rest }: AnchorProps & { to: string; children: ReactNode; "aria-label"?: string }) {
  return (
    <Anchor href={to} onClick={followLink(to)} {...rest}>
      {children}
    </Anchor>
  );
}

/** Where on the Document page a line stands. */
export const lineAnchor = ({ line, file }: SourceLocation): string => `${file ? `F${file}` : ""}L${line}`;
export const lineAddress = (at: SourceLocation): string => `/document#${lineAnchor(at)}`;

/** "line 132", and of which file where there are several: where the document says so. */
export function LineLink({ at, of }: { at: SourceLocation; of?: string }) {
  const { me, product } = useHere();
  if (at.line === null) return null;
  const words = formatLocation(product.files, at);
  if (!me.signedIn)
    return (
      <Text span size="xs" c="dimmed">
        {words}
      </Text>
    );
  return (
    <Link to={lineAddress(at)} size="xs" c="dimmed" underline="always" aria-label={`${of ? `${of}: ` : ""}${formatLocation(product.files, at, " of the document")}`}>
      {words}
    </Link>
  );
}

/** A line's link that says on hover, and where it is focused, what the document says there. */
export function SaidLink({ at, of }: { at: SourceLocation; of?: string }) {
  const { me } = useHere();
  const link = <LineLink at={at} {...(of === undefined ? {} : { of })} />;
  if (at.line === null || !me.signedIn) return link;
  return (
    <Tooltip label={<Sentence at={at} of={of} otherwise="What the document says there." />} events={{ hover: true, focus: true, touch: false }}>
      <span>{link}</span>
    </Tooltip>
  );
}
