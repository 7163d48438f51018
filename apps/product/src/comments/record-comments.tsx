/** The comments of a record, latest last, with a box for a new one. */
import { ActionIcon, Avatar, Button, Group, Loader, Menu, Stack, Text, Title } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import type { EntityData } from "@nonet/screens";
import { blockingError } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { formatInstant } from "../format/format.ts";
import { Refusal } from "../problem/problem-alert.tsx";
import { CommentEditor } from "./comment-editor.tsx";
import { addComment, type Comment, editComment, removeComment, useComments } from "./comment-queries.ts";
import { CommentText } from "./comment-text.tsx";
import { t } from "../texts/texts.ts";

export function RecordComments({ entity, id }: { entity: EntityData; id: string }) {
  const comments = useComments(entity.path, id);
  const error = blockingError(comments);
  const items = (comments.data?.pages ?? []).flatMap((page) => page.items).toReversed();
  return (
    <section className="card" style={{ padding: "18px 22px" }} aria-label={t("comments")}>
      <Title order={2} size="h4" mb="md">
        {t("comments")}
      </Title>
      {error ? <Refusal problem={asProblem(error)} retry={() => void comments.refetch()} /> : null}
      {comments.isPending ? <Loader size="sm" aria-label={t("loading-2")} /> : null}
      {comments.hasNextPage ? (
        <Button variant="subtle" size="compact-sm" mb="sm" onClick={() => void comments.fetchNextPage()} loading={comments.isFetchingNextPage}>
          {t("show-earlier-comments")}
        </Button>
      ) : null}
      <Stack gap="md" mb="md" component="ul" p={0} my={0} style={{ listStyle: "none" }}>
        {items.map((comment) => (
          <OneComment key={comment.id} comment={comment} path={entity.path} record={id} />
        ))}
      </Stack>
      <CommentEditor key={id} path={entity.path} id={id} save={(text) => addComment(entity.path, id, text)} />
    </section>
  );
}

function OneComment({ comment, path, record }: { comment: Comment; path: string; record: string }) {
  const { product } = useProductContext();
  const [editing, setEditing] = useState(false);
  const name = comment.by.name ?? t("someone");
  return (
    <Group component="li" align="flex-start" gap="sm" wrap="nowrap">
      <Avatar radius="xl" size={30} name={name} color="gray" variant="filled" aria-hidden />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Group gap={6} wrap="nowrap" justify="space-between">
          <Text size="sm" style={{ minWidth: 0 }}>
            <bdi style={{ fontWeight: 600 }}>{name}</bdi>{" "}
            <Text span size="xs" c="dimmed">
              {formatInstant(comment.at, product)}
              {comment.editedAt ? ` · ${t("edited")}` : ""}
            </Text>
          </Text>
          {comment.own && !editing ? <CommentMenu comment={comment} path={path} record={record} onEdit={() => setEditing(true)} /> : null}
        </Group>
        {editing ? (
          <CommentEditor
            path={path}
            id={record}
            before={comment}
            save={async (text) => {
              await editComment(path, record, comment.id, text);
              setEditing(false);
            }}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <CommentText comment={comment} />
        )}
      </div>
    </Group>
  );
}

function CommentMenu({ comment, path, record, onEdit }: { comment: Comment; path: string; record: string; onEdit: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <Menu position="bottom-end" width={200} onClose={() => setAsking(false)}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={t("more-actions-on-your-comment")}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{t("edit")}</Menu.Item>
        {asking ? (
          <Menu.Item className="dangerous-item" onClick={() => void removeComment(path, record, comment.id).catch(() => undefined)}>
            {t("delete-for-good")}
          </Menu.Item>
        ) : (
          <Menu.Item closeMenuOnClick={false} onClick={() => setAsking(true)}>
            {t("delete-2")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
