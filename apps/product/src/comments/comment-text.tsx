/** The text of a comment with its mentions, as plain text in its own direction. */
import "./comments.css";
import { Text } from "@mantine/core";
import type { Comment } from "./comment-queries.ts";
import { textPieces } from "./mention-text.ts";
import { t } from "../texts/texts.ts";

export function CommentText({ comment, clamped = false }: { comment: Pick<Comment, "text" | "mentions">; clamped?: boolean }) {
  return (
    <Text size="sm" dir="auto" style={{ whiteSpace: clamped ? "normal" : "pre-wrap", overflowWrap: "anywhere" }} {...(clamped ? { lineClamp: 2 } : {})}>
      {textPieces(comment.text, comment.mentions).map((piece, i) =>
        piece.kind === "text" ? (
          piece.text
        ) : (
          <bdi key={i} className="mention">
            @{piece.name ?? t("someone-inside")}
          </bdi>
        ),
      )}
    </Text>
  );
}
