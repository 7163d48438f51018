/** One paragraph's inline Markdown. */
import { Anchor, Code } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "../navigation/link.tsx";

/** Supports `**strong**`, `*emphasis*`, `` `code` `` and `[text](address)`. */
export function InlineProse({ text }: { text: string }): ReactNode {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(/\*\*(.+?)\*\*|(?<![\p{L}\p{N}*_])[*_](.+?)[*_](?![\p{L}\p{N}])|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/gu)) {
    parts.push(text.slice(from, match.index));
    const key = match.index;
    if (match[1] !== undefined) parts.push(<strong key={key}>{match[1]}</strong>);
    else if (match[2] !== undefined) parts.push(<em key={key}>{match[2]}</em>);
    else if (match[3] !== undefined) parts.push(<Code key={key}>{match[3]}</Code>);
    else if (match[5]!.startsWith("/"))
      parts.push(
        <Link key={key} to={match[5]!} inherit>
          {match[4]}
        </Link>,
      );
    else if (/^(https?:|mailto:)/i.test(match[5]!))
      parts.push(
        <Anchor key={key} href={match[5]!} rel="noreferrer noopener" inherit>
          {match[4]}
        </Anchor>,
      );
    else parts.push(match[4]);
    from = match.index + match[0].length;
  }
  return [...parts, text.slice(from)];
}
