/** The operations of an entity that has `Comments: yes`. */
import type { Operation, Parameter, Rest } from "./operation.ts";
import { once, query, refused } from "./operation.ts";

const id: Parameter = { name: "id", in: "path", required: true, text: "The record's id." };
const comment: Parameter = { name: "comment", in: "path", required: true, text: "The comment's id." };

export const pageParameters: readonly Parameter[] = [
  query("limit", "How many, up to 100.", { type: "integer", minimum: 1, maximum: 100 }),
  query("after", "The `next` of an earlier page."),
];

/** `make` as in entity-operations.ts. */
export const commentOperations = (path: string, make: (name: string, method: Operation["method"], path: string, text: string, rest: Rest) => Operation): readonly Operation[] => [
  make("comments", "get", `${path}/{id}/comments`, "Lists the comments on the record, latest first, for whoever may read the record", {
    parameters: [id, ...pageParameters],
    answers: { status: 200, schema: "RecordComments" },
  }),
  make("comment", "post", `${path}/{id}/comments`, "Comments on the record, and notifies the people whom the comment mentions", {
    parameters: [id, once],
    takes: { schema: "CommentText" },
    answers: { status: 201, schema: "RecordComment" },
    refusals: refused.write,
  }),
  make("editComment", "patch", `${path}/{id}/comments/{comment}`, "Changes the text of a comment that the signed-in user has written", {
    parameters: [id, comment],
    takes: { schema: "CommentText" },
    answers: { status: 200, schema: "RecordComment" },
    refusals: refused.write,
  }),
  make("deleteComment", "delete", `${path}/{id}/comments/{comment}`, "Deletes a comment that the signed-in user has written", {
    parameters: [id, comment],
    answers: { status: 204, schema: null },
    refusals: refused.write,
  }),
  make(
    "mentionable",
    "get",
    `${path}/{id}/mentionable`,
    "Lists people whom a comment on the record can mention: those who may read it and whose names the signed-in user may read",
    {
      parameters: [id, query("search", "The beginning of a first or last name.")],
      answers: { status: 200, schema: "Mentionable" },
    },
  ),
];
