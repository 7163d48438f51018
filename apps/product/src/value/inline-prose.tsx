/** One paragraph's inline Markdown. */
import { Anchor, Code } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "../navigation/link.tsx";
import { type InlinePart, inlineParts } from "../prose/inline-parts.ts";

export const InlineProse = ({ text }: { text: string }): ReactNode => inlineParts(text).map((part, i) => <Part key={i} part={part} />);

function Part({ part }: { part: InlinePart }): ReactNode {
  switch (part.kind) {
    case "strong":
      return <strong>{part.text}</strong>;
    case "emphasis":
      return <em>{part.text}</em>;
    case "code":
      return <Code>{part.text}</Code>;
    case "link":
      return part.inside ? (
        <Link to={part.to} inherit>
          {part.text}
        </Link>
      ) : (
        <Anchor href={part.to} rel="noreferrer noopener" inherit>
          {part.text}
        </Anchor>
      );
    case "text":
      return part.text;
  }
}
