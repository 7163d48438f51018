/** The schemas that the API of every product has. */
import { accountSchemas } from "./account-schemas.ts";
import type { Schema } from "./field-schema.ts";
import { input, items, list, object, person, text, textOrNull } from "./schema-parts.ts";

const line: Schema = { type: ["integer", "null"], description: "The line of the document that defines this." };
const file: Schema = { type: "integer", description: "Index of the file that contains the line, if there are several and it isn't the first." };

const error = object(
  {
    field: textOrNull,
    code: text,
    detail: text,
    rule: textOrNull,
    line,
    file,
    sentence: { type: "string", description: "What the document says at that line, if the reader may read the document." },
    row: { type: "integer", description: "Row of the imported file." },
  },
  ["field", "code", "detail", "rule", "line"],
);
const problem = object(
  {
    type: { type: "string", format: "uri-reference" },
    title: text,
    status: { type: "integer" },
    code: text,
    detail: text,
    errors: list(error),
    confirm: { ...list(text), description: "Codes of warnings that `?confirm=` can confirm." },
    instance: text,
  },
  ["type", "title", "status", "code", "detail", "errors"],
);

const named = object({ id: textOrNull, name: textOrNull });
const deputy = object({ id: text, person: named, deputy: named, from: { type: "string", format: "date" }, to: { type: "string", format: "date" }, own: { type: "boolean" } });

const notKnown: Schema = {
  type: "object",
  additionalProperties: { type: "integer" },
  description: "How many records a sum leaves out: their value is empty, or the reader may not read it.",
};
const sums: Schema = { type: "object", additionalProperties: textOrNull, description: "Decimal texts by dotted key; null where the reader may read no value." };
const namedPerson = { ...object({ id: text, name: textOrNull }), description: "The name is null if the reader may not read it." };
const comment = object({ id: text, at: text, editedAt: textOrNull, by: namedPerson, own: { type: "boolean" }, text, mentions: list(namedPerson) });
const mailSetting = { type: "string", enum: ["at once", "daily", "never"] };
const viewState = object({ filters: { type: "object", additionalProperties: text }, search: text, sort: text, group: text, columns: text, sums: text }, ["filters"]);
const view = object({ id: text, screen: text, name: text, shared: { type: "boolean" }, own: { type: "boolean" }, usable: { type: "boolean" }, state: viewState });

const failedCall = ["id", "call", "kind", "to", "subject", "record", "at", "failedAt", "attempts", "why", "code", "line"];

export const sharedSchemas: Readonly<Record<string, Schema>> = {
  Problem: problem,
  Credentials: input({ email: { type: "string", format: "email" }, password: text }),
  ...accountSchemas,
  Actions: object({
    items: list(
      object(
        {
          name: text,
          path: text,
          allowed: { type: "boolean" },
          why: textOrNull,
          question: text,
          to: textOrNull,
          line,
          file,
          sentence: { type: "string", description: "What the document says at that line, if the action isn't available." },
          decision: { type: "object", description: "The state of a decision by several people." },
        },
        ["name", "path", "allowed", "why", "to", "line"],
      ),
    ),
    changes: {
      ...list(
        object(
          {
            change: { type: "string", enum: ["update", "delete"] },
            allowed: { type: "boolean" },
            why: textOrNull,
            line,
            file,
            sentence: { type: "string", description: "What the document says at that line, if the change isn't available." },
          },
          ["change", "allowed", "why"],
        ),
      ),
      description: "Whether the record can be updated and deleted now. A change that the reader isn't permitted to make is left out.",
    },
    stuck: {
      ...list(
        object({
          transition: text,
          since: text,
          why: list(object({ code: text, rule: textOrNull, line, file, sentence: text }, ["code", "rule", "line"])),
        }),
      ),
      description: "Automatic transitions that are blocked by a rule. They stay due.",
    },
  }),
  CreationStates: items(
    object(
      {
        entity: text,
        action: { ...textOrNull, description: "null: whatever creates a record of the screen's own entity." },
        allowed: { type: "boolean" },
        why: textOrNull,
        line,
        file,
        sentence: { type: "string", description: "What the document says at that line, if the action isn't available." },
      },
      ["entity", "action", "allowed", "why"],
    ),
  ),
  Sentences: items(object({ what: text, sentence: text, file: { type: "integer" }, line })),
  History: items(
    object(
      {
        at: { type: "string", format: "date-time" },
        by: { type: ["object", "null"] },
        bySomebody: { type: "boolean", description: "A person whom the reader may not see. If both this and `by` are absent, the product made the change." },
        action: text,
        changes: list(
          object({ field: text, before: {}, after: {}, secret: { type: "boolean", description: "The value was changed. It isn't disclosed." } }, ["field", "before", "after"]),
        ),
        specification: text,
      },
      ["at", "by", "action", "changes", "specification"],
    ),
  ),
  FailedCount: object({ count: { type: "integer" } }),
  FailedCalls: object({
    items: list(
      object(
        {
          id: text,
          call: text,
          kind: { type: "string", enum: ["mail", "call", "schedule"] },
          to: textOrNull,
          subject: textOrNull,
          record: { type: ["object", "null"] },
          at: { type: "string", format: "date-time" },
          failedAt: { type: "string", format: "date-time" },
          attempts: { type: "integer" },
          why: text,
          code: textOrNull,
          line,
          file,
        },
        failedCall,
      ),
    ),
    count: { type: "integer" },
  }),
  BatchResults: object({ results: list(object({ id: text, ok: { type: "boolean" }, record: {}, problem: { $ref: "#/components/schemas/Problem" } }, ["id", "ok"])) }),
  Imported: object({ created: { type: "integer" }, updated: { type: "integer" } }),
  File: object({ id: text, name: text, type: text, size: { type: "integer" } }),
  People: items(object({ ...person, active: { type: "boolean" }, secondFactor: { type: "boolean" }, invitedUntil: textOrNull })),
  Invited: object({
    id: text,
    mailed: { type: "boolean" },
    link: { type: ["string", "null"], description: "Only if the product can't send mail: the link to hand over." },
    expiresAt: textOrNull,
  }),
  PersonData: object({
    person: object({ id: text, name: text, email: text }),
    records: list(object({ entity: text, id: text, shownAs: text, values: { type: "object" } })),
    history: list(object({ entity: text, record: text, at: text, action: text, before: {}, after: {} })),
    files: list(object({ id: text, name: text, type: text, size: { type: "integer" } })),
  }),
  PersonExport: object({
    person: object({ id: text, name: text, email: text }),
    records: list(object({ entity: text, id: text, shownAs: text, values: { type: "object" } })),
    history: list(object({ entity: text, record: text, at: text, action: text, before: {}, after: {} })),
    files: list(object({ id: text, name: text, type: text, size: { type: "integer" } })),
    account: {
      ...object({ comments: list({}), sessions: list({}), keys: list({}), passkeys: list({}), identities: list({}), securityLog: list({}) }),
      description: "Comments, sessions, API keys, passkeys, identities at providers, and entries of the security log, without secrets.",
    },
  }),
  Erased: object({ records: { type: "integer" }, files: { type: "integer" } }),
  PersonChange: input({ roles: list(text), active: { type: "boolean" } }, []),
  Deputy: deputy,
  Deputies: items(deputy),
  DeputyNaming: input({
    deputy: { anyOf: [{ type: "string", format: "uuid" }, object({ id: { type: "string", format: "uuid" } }), object({ email: { type: "string", format: "email" } })] },
    from: { type: "string", format: "date" },
    to: { type: "string", format: "date" },
  }),
  ListTotals: object({
    count: { type: "integer" },
    sums,
    notKnown,
    groups: {
      type: ["array", "null"],
      items: object({ label: textOrNull, count: { type: "integer" }, sums, notKnown }),
      description: "In the order of their labels, the records without a value last; null if there are more than 1,000.",
    },
  }),
  RecordComment: comment,
  RecordComments: object({ items: list(comment), next: textOrNull }),
  CommentText: input({ text: { type: "string", minLength: 1, maxLength: 5000, description: "Plain text. `@[id]` mentions the person with that id." } }, ["text"]),
  Mentionable: items(namedPerson),
  Notifications: object({
    items: list(
      object({
        id: text,
        at: text,
        unread: { type: "boolean" },
        by: namedPerson,
        record: object({ entity: text, path: text, id: text, shownAs: text }),
        comment: object({ id: text, text, mentions: list(namedPerson) }),
      }),
    ),
    next: textOrNull,
    unread: { type: "integer", description: "At most 100." },
    mail: mailSetting,
  }),
  NotificationIds: input({ ids: { type: "array", maxItems: 1000, items: { type: "string", format: "uuid" } } }, []),
  NotificationSettings: input({ mail: mailSetting }, ["mail"]),
  View: view,
  Views: items(view),
  ViewSaving: input({ screen: text, name: { type: "string", minLength: 1, maxLength: 60 }, shared: { type: "boolean" }, state: viewState }, ["screen", "name", "state"]),
  ViewSharing: input({ shared: { type: "boolean" } }),
  Anything: { description: "Depends on the product." },
};
