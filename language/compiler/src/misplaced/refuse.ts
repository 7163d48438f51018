/** Reports statements that stand in prose, once per block. */
import type { Block, TextSpan } from "@nonet/notation";
import type { Fix } from "@nonet/source";
import type { Context } from "../context/context.ts";
import { linesAmongProse, replaceIn, type UnreadLine } from "../syntax/prose-lines.ts";

/** Reports one mistake, even if several lines of the block have it. */
export function reportUnread(context: Context, block: Block, unread: readonly UnreadLine[]): void {
  const [first] = unread;
  const last = unread.at(-1);
  if (!first || !last) return;
  const lines = linesAmongProse(block);
  const isProse = block.kind === "paragraph";
  const isMany = unread.length > 1;
  const stands = first.edits ? (isMany ? "they aren't bullets" : "it isn't a bullet") : `${isMany ? "they are" : "it is"} in a paragraph`;
  const where = isProse ? (first.but ?? stands) : `${isMany ? "they are" : "it is"} in a ${containerName(block)}`;
  const edits = unread.flatMap((one, i) => [...(one.edits ?? []), ...separator(lines, unread, i)]);
  context.report(
    "unread-attribute",
    { ...first.words.span, to: last.words.span.to },
    `${isMany ? "These look" : "This looks"} like ${listOf(unread)}, but ${where}, so ${isMany ? "they have" : "it has"} no effect.`,
    {
      hint: first.hint ?? (isProse ? "Begin the line with `- `." : `Move it out of the ${containerName(block)}.`),
      fixes:
        isProse && unread.every((one) => one.edits)
          ? [{ title: first.but ? "Add what is missing" : isMany ? "Make them bullets" : "Make it a bullet", edits }]
          : isProse && !isMany && first.moved
            ? [first.moved]
            : [],
    },
  );
}

const containerName = (block: Block): string => (block.kind === "other" && block.words.text.startsWith(">") ? "quotation" : "code block");

function listOf(unread: readonly UnreadLine[]): string {
  const names = unread.slice(0, 3).map(({ what }) => what);
  const more = unread.length - names.length;
  const all = more > 0 ? [...names, `${more} more`] : names;
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

/** An empty line, because prose right after a bullet would belong to the bullet. */
function separator(lines: readonly TextSpan[], unread: readonly UnreadLine[], i: number): Fix["edits"] {
  const { words } = unread[i]!;
  const next = lines[lines.indexOf(words) + 1];
  return !next || unread[i]!.but || unread[i + 1]?.words === next ? [] : [replaceIn(words, words.text.length, words.text.length, "\n")];
}
