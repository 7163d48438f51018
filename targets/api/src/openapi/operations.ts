/** Every operation of a product's API as data, from which the OpenAPI description and the documentation page are built. */
import type { Product } from "@nonet/model";
import { sessionPaths } from "../requests/paths.ts";
import { pageParameters } from "./comment-operations.ts";
import { accountOperations, ownerOperations } from "./account-operations.ts";
import { withCatalogueStatuses } from "./catalogue-statuses.ts";
import { entityOperations } from "./entity-operations.ts";
import { confirm, once, type Operation, personId, query, refused, shared } from "./operation.ts";

export type { Operation, Parameter } from "./operation.ts";

const imageWidth = query("width", "Returns an image at least this many pixels wide and as WebP, where the original is larger (default 185).", {
  type: "integer",
  minimum: 1,
  maximum: 99999,
});

/** Every operation, in the order of `/api/openapi.json`. */
export function operationsOf(product: Product): readonly Operation[] {
  const entities = product.entities.filter((e) => !sessionPaths.includes(e.path));
  const own = entities.flatMap((e) => entityOperations(product, e));
  const all = [...sessionOperations, ...accountOperations, ...own, ...[...sharedOperations, ...ownerOperations].flatMap((o) => withoutPathConflicts(o, own))];
  return all.map((operation) => withCatalogueStatuses(product, operation));
}

/** If an entity uses a fixed path, the Owner's and the front end's operations are at `/api/-/`. Streams and uploads are recognized by their kind of request. */
function withoutPathConflicts(operation: Operation, own: readonly Operation[]): Operation[] {
  if (!own.some((o) => o.path === operation.path && o.method === operation.method)) return [operation];
  return /^\/api\/(people|deputies|views|product|document|sentences)/.test(operation.path) ? [{ ...operation, path: operation.path.replace("/api/", "/api/-/") }] : [];
}

const sessionOperations: readonly Operation[] = [
  shared("register", "post", "/api/register", "Registers a person, if the document allows registration", {
    parameters: [confirm],
    takes: { schema: "Registration" },
    answers: { status: 201, schema: "Session" },
    refusals: refused.write,
  }),
  shared("signIn", "post", "/api/sign-in", "Starts a session: sets a cookie, and returns a token for `Authorization: Bearer`", {
    takes: { schema: "Credentials" },
    answers: { status: 200, schema: "Session" },
    refusals: refused.write,
  }),
  shared("signOut", "post", "/api/sign-out", "Ends the session", { answers: { status: 204, schema: null } }),
  shared("me", "get", "/api/me", "Returns the signed-in user", { answers: { status: 200, schema: "Me" } }),
];

const sharedOperations: readonly Operation[] = [
  shared("upload", "post", "/api/files", "Uploads a file and returns its id", {
    parameters: [once],
    takes: { media: "multipart/form-data" },
    answers: { status: 201, schema: "File" },
    refusals: refused.write,
  }),
  shared("download", "get", "/api/files/{id}", "Returns the content of a file", {
    parameters: [{ ...personId, text: "The file's id." }, imageWidth],
    answers: { status: 200, schema: null, media: ["*/*"] },
  }),
  shared("events", "get", "/api/events", "Sends server-sent events about records that the signed-in user may read", {
    answers: { status: 200, schema: null, media: ["text/event-stream"] },
  }),
  shared("product", "get", "/api/product", "Returns the screens as data, for the signed-in user", { answers: { status: 200, schema: "Anything" } }),
  shared("document", "get", "/api/document", "Returns the specification", { answers: { status: 200, schema: "Anything" } }),
  shared("sentences", "get", "/api/sentences", "Lists each element of the document as one sentence with its line", { answers: { status: 200, schema: "Sentences" } }),
  shared(
    "screenData",
    "get",
    "/api/screens/{name}/data",
    "Returns what a screen shows: its records, the values of a dashboard or a report, the text and values of a page, or what a form begins with",
    {
      parameters: [{ ...personId, name: "name", text: "The screen's name." }],
      answers: { status: 200, schema: "Anything" },
    },
  ),
  shared("screenActions", "get", "/api/screens/{name}/actions", "Lists the actions of a screen that create records, and why some aren't available", {
    parameters: [{ ...personId, name: "name", text: "The screen's name." }, query("id", "The id of the record that the screen shows.")],
    answers: { status: 200, schema: "CreationStates" },
  }),
  shared("failedCalls", "get", "/api/outbox/failed", "Lists emails and calls that have failed permanently, for the Owner", { answers: { status: 200, schema: "FailedCalls" } }),
  shared("retryAllFailed", "post", "/api/outbox/failed/retry", "Sends all failed emails and calls again, or those of one call, each with the same idempotency key", {
    parameters: [query("call", "The name of the call; left out, all of them.")],
    answers: { status: 200, schema: "FailedCount" },
    refusals: refused.write,
  }),
  shared("dropAllFailed", "post", "/api/outbox/failed/drop", "Discards all failed emails and calls, or those of one call", {
    parameters: [query("call", "The name of the call; left out, all of them.")],
    answers: { status: 200, schema: "FailedCount" },
    refusals: refused.write,
  }),
  shared("retryFailed", "post", "/api/outbox/failed/{id}/retry", "Sends a failed email or call again, with the same idempotency key", {
    parameters: [{ ...personId, text: "The entry's id." }],
    answers: { status: 204, schema: null },
    refusals: refused.write,
  }),
  shared("dropFailed", "post", "/api/outbox/failed/{id}/drop", "Discards a failed email or call", {
    parameters: [{ ...personId, text: "The entry's id." }],
    answers: { status: 204, schema: null },
    refusals: refused.write,
  }),
  shared("people", "get", "/api/people", "Lists all people, for the Owner", { answers: { status: 200, schema: "People" } }),
  shared("invite", "post", "/api/people", "Adds a person, for the Owner", {
    parameters: [confirm],
    takes: { schema: "Invitation" },
    answers: { status: 201, schema: "Invited" },
    refusals: refused.write,
  }),
  shared("personData", "get", "/api/people/{id}/data", "Returns everything stored about a person, for the Owner", {
    parameters: [personId],
    answers: { status: 200, schema: "PersonExport" },
  }),
  shared("erasePerson", "post", "/api/people/{id}/erase", "Erases a person's fields, files and history, for the Owner", {
    parameters: [personId, confirm],
    answers: { status: 200, schema: "Erased" },
    refusals: refused.write,
  }),
  shared("deputies", "get", "/api/deputies", "Lists the deputies of the signed-in user, and the people whose deputy they are", { answers: { status: 200, schema: "Deputies" } }),
  shared("nameDeputy", "post", "/api/deputies", "Appoints a deputy, who decides for the signed-in user from one day to another", {
    takes: { schema: "DeputyNaming" },
    answers: { status: 201, schema: "Deputy" },
    refusals: refused.write,
  }),
  shared("removeDeputy", "delete", "/api/deputies/{id}", "Removes a deputy of the signed-in user", { parameters: [personId], answers: { status: 204, schema: null } }),
  shared("views", "get", "/api/views", "Lists the saved views of a list screen: the signed-in user's own, and those that others share", {
    parameters: [query("screen", "The screen's name.")],
    answers: { status: 200, schema: "Views" },
  }),
  shared("saveView", "post", "/api/views", "Saves a view of a list screen, or replaces the signed-in user's view of the same name", {
    takes: { schema: "ViewSaving" },
    answers: { status: 201, schema: "View" },
    refusals: refused.write,
  }),
  shared("shareView", "patch", "/api/views/{id}", "Shares a view of the signed-in user with everybody who may open the screen, or stops sharing it", {
    parameters: [personId],
    takes: { schema: "ViewSharing" },
    answers: { status: 200, schema: "View" },
    refusals: refused.write,
  }),
  shared("removeView", "delete", "/api/views/{id}", "Deletes a view of the signed-in user; an Owner can delete shared views", {
    parameters: [personId],
    answers: { status: 204, schema: null },
  }),
  shared("notifications", "get", "/api/-/notifications", "Lists the mentions of the signed-in user in comments, latest first, as far as they may read the records now", {
    parameters: pageParameters,
    answers: { status: 200, schema: "Notifications" },
  }),
  shared("readNotifications", "post", "/api/-/notifications/read", "Marks notifications of the signed-in user as read: those with these ids, or all", {
    takes: { schema: "NotificationIds" },
    answers: { status: 204, schema: null },
    refusals: refused.write,
  }),
  shared("notificationSettings", "patch", "/api/-/notifications/settings", "Sets when the signed-in user gets mails about mentions", {
    takes: { schema: "NotificationSettings" },
    answers: { status: 204, schema: null },
    refusals: refused.write,
  }),
  shared("changePerson", "patch", "/api/people/{id}", "Sets a person's roles, or whether they may sign in", {
    parameters: [personId, confirm],
    takes: { schema: "PersonChange" },
    answers: { status: 204, schema: null },
    refusals: refused.write,
  }),
];
