/** A link inside the product. */
import { Anchor, Text, Tooltip, type AnchorProps } from "@mantine/core";
import type { ReactNode } from "react";
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

/** "line 132": where the document says so. */
export function LineLink({ line, file, of }: { line: number | null; file?: number; of?: string }) {
  const { me } = useHere();
  if (line === null) return null;
  if (!me.signedIn)
    return (
      <Text span size="xs" c="dimmed">
        line {line}
      </Text>
    );
  return (
    <Link
      to={`/document#${file ? `F${file}` : ""}L${line}`}
      size="xs"
      c="dimmed"
      underline="always"
      aria-label={of ? `${of}: line ${line} of the document` : `line ${line} of the document`}
    >
      line {line}
    </Link>
  );
}

/** A line's link that says on hover, and where it is focused, what the document says there. */
export function SaidLink({ line, file, of }: { line: number | null; file?: number; of?: string }) {
  const { me } = useHere();
  const link = <LineLink line={line} {...(file ? { file } : {})} {...(of === undefined ? {} : { of })} />;
  if (line === null || !me.signedIn) return link;
  return (
    <Tooltip label={<Sentence line={line} of={of} otherwise="What the document says there." />} events={{ hover: true, focus: true, touch: false }}>
      <span>{link}</span>
    </Tooltip>
  );
}
