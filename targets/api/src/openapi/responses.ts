/** The responses of an operation in the API description. */
import { problemType } from "../errors/problem.ts";
import type { Operation } from "./operation.ts";

export const responsesOf = (operation: Operation): Record<string, unknown> => ({
  [operation.answers.status]: answer(operation),
  ...withoutRecord(operation),
  ...checked(operation),
  ...unchanged(operation),
  ...refusals(operation),
});

/** The part of the operation's id after the entity. */
const what = ({ id }: Operation): string => id.split(".")[1] ?? "";
const answersRecord = (operation: Operation): boolean => /^(?:create|read|change|do-.*)$/.test(what(operation));

function answer(operation: Operation): unknown {
  const { schema, media, status } = operation.answers;
  const headers =
    schema && answersRecord(operation) ? { headers: { ETag: { schema: { type: "string" } }, ...(status === 201 ? { Location: { schema: { type: "string" } } } : {}) } } : {};
  if (media)
    return {
      description: "The content of the file.",
      content: Object.fromEntries(media.map((one) => [one, { schema: one === "application/json" ? { type: "array", items: { type: "object" } } : { type: "string" } }])),
    };
  return schema ? { description: "Success.", ...headers, content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } } } : { description: "Success." };
}

/** A dry run creates nothing, so it isn't answered with 201. */
const checked = (operation: Operation): Record<string, unknown> =>
  operation.answers.status === 201 && operation.parameters.some(({ name }) => name === "dryRun")
    ? {
        200: { ...(answer({ ...operation, id: "" }) as object), description: "With `dryRun`: the record as it would be." },
        204: { description: "With `dryRun`: the request would succeed, and the caller may not read the record." },
      }
    : {};

/** Who may change a record, but not read it, gets no body; nor does an action that deletes it. */
const withoutRecord = (operation: Operation): Record<string, unknown> =>
  operation.method !== "get" && operation.answers.status === 200 && answersRecord(operation)
    ? { 204: { description: "Success. The action has deleted the record, or the caller may not read it." } }
    : {};

const unchanged = (operation: Operation): Record<string, unknown> =>
  what(operation) === "read" ? { 304: { description: "The record is as the client knows it: its ETag is in `If-None-Match`." } } : {};

const refusals = (operation: Operation): Record<string, unknown> =>
  Object.fromEntries(operation.refusals.map((status) => [status, { description: "Error.", content: { [problemType]: { schema: { $ref: "#/components/schemas/Problem" } } } }]));
