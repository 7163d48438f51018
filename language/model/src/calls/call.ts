/** Point 7: the calls that the product sends and receives, and the endpoints that it offers. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";
import type { Field } from "../entities/entity.ts";
import type { Condition } from "../expressions/condition.ts";
import type { Template } from "../expressions/template.ts";
import type { Creation, Statement } from "../statements/statement.ts";

export interface Call {
  readonly name: string;
  /** The entity whose record is `this`, taken from the statements that send the call; null if no record is in scope. */
  readonly entity: string | null;
  /** When the call is sent by itself; null if only statements send it. */
  readonly schedule: Schedule | null;
  readonly does: CallBody;
  readonly source: Span;
}

export type CallBody =
  /** Each of `to` gives email addresses or Users, one or a list; `attach` gives files; `reports` are made of screens for each receiver. */
  | {
      readonly kind: "email";
      readonly to: readonly Expression[];
      readonly subject: Template;
      readonly body: Template;
      readonly attach: readonly Expression[];
      readonly reports: readonly { readonly screen: string; readonly format: "xlsx" | "csv" }[];
      /** Absent: at once, as often as it is caused, with the values of that moment. */
      readonly leaves?: Leaving;
    }
  | HttpCall
  | {
      /** A request that another system sends (a webhook). */
      readonly kind: "received";
      /** The HTTP method, in capitals. */
      readonly method: string;
      /** The path of the endpoint; see path-parameters.ts for its parameters. */
      readonly path: string;
      /** How the sender proves its identity; null if no signature is required. */
      readonly signature: Signature | null;
      /** The declared fields of the body; without any, the body is whatever is sent. */
      readonly takes: readonly CallParameter[];
      /** An expression over the request: requests with the same value take effect only once. Null if every request does. */
      readonly countsOncePer: Expression | null;
      /** The record that the request is about, and how it is created if there is none; null if no record is looked up. */
      readonly finds: { readonly entity: string; readonly where: Expression; readonly orCreates: Creation | null } | null;
      /** Statements that run if the record is found or created. */
      readonly then: readonly Statement[];
      /** The error (null for the built-in code) and the statements if no record is found. */
      readonly otherwise: { readonly code: string | null; readonly then: readonly Statement[] };
      /** The HTTP status and body of the response; null for the default (status 200 and an empty object). */
      readonly answers: { readonly status: number; readonly body: Expression | null } | null;
    }
  | OfferedCall
  /** A schedule that only runs statements. */
  | { readonly kind: "statements"; readonly then: readonly Statement[] };

/** A request that the product sends to another system. */
export interface HttpCall {
  readonly kind: "http";
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The URL. If a part of it is not shown, the call isn't sent. */
  readonly address: Template;
  /** How the product proves its identity; null for an unsigned request. */
  readonly signature: Signature | null;
  /** `secret`: the name of a secret that is appended to the value when the request is sent; null for none. */
  readonly headers: readonly { readonly name: string; readonly value: Template; readonly secret: string | null }[];
  /** The JSON body; null for a request without a body. */
  readonly sends: Expression | null;
  /** The expected response: one of the statuses, within so many seconds. */
  readonly expects: { readonly statuses: readonly StatusRange[]; readonly withinSeconds: number };
  /** The declared fields of the expected response's body; without any, it is whatever is sent. */
  readonly answer: readonly CallParameter[];
  /** Statements that the system runs after the expected response; `answer` is in scope. */
  readonly then: readonly Statement[];
  /** The seconds to wait before each attempt after the first, and the statuses after which no attempt follows. */
  readonly retries: { readonly waits: readonly number[]; readonly notOn: readonly StatusRange[] };
  /** The error (null for the built-in code) and the statements after the last failed attempt. */
  readonly otherwise: { readonly code: string | null; readonly then: readonly Statement[] };
  /** A condition that is checked before sending: if it holds, the request is not sent. Null for none. */
  readonly droppedWhen: Condition | null;
  /** `First: yes`: the action waits for the response, and fails if the call fails. */
  readonly first: boolean;
  /** Absent: at once, as often as it is caused, with the values of that moment. */
  readonly leaves?: Leaving;
  /** `Undo: CALL`: the HTTP call that is sent if the change isn't committed after an expected answer; null for none. */
  readonly undo: string | null;
}

/** When a mail or call leaves, and which values it then has. */
export interface Leaving {
  /** The seconds after the change that caused it. */
  readonly afterSeconds: number;
  /** At most so many in so many seconds, evenly spread; null for no limit. */
  readonly atMost: { readonly count: number; readonly seconds: number } | null;
  /** Its text is made when it leaves, not by the change that caused it. */
  readonly asOfSending: boolean;
}

/** Statuses from `low` to `high`, both included. */
export interface StatusRange {
  readonly low: number;
  readonly high: number;
}

/** An endpoint of the product in addition to its derived API, with its own path. */
export interface OfferedCall {
  readonly kind: "offered";
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The path, with parameters as `:name` or `{name}`. They are in scope as `path.name`. */
  readonly path: string;
  /** Names of roles, `everyone` or `anyone`. */
  readonly for: readonly string[];
  /** The input, in scope as `asked`, as `body` and by its names: read from the JSON body, or from the query of a GET or DELETE, by the keys of the fields. */
  readonly takes: readonly CallParameter[];
  /** An expression over the input: requests with the same value take effect only once. Null if every request does. */
  readonly countsOncePer: Expression | null;
  readonly then: readonly Statement[];
  /** The HTTP status and JSON body of the response; `body` is null for a response without a body. */
  readonly answers: { readonly status: number; readonly body: Expression | null };
  /** The body of an error response, over `code`, `message`, `field` and `status`; null for problem details (RFC 9457). */
  readonly errors: Expression | null;
  /** How the caller is authenticated: by the first of these that the request has. */
  readonly signedInBy: readonly CallerSignIn[];
  /** The entity whose records carry the callers' keys; null if the keys are those of people. */
  readonly credential: Credential | null;
  /** `Sees: everything`: the answer is made of all records, not only of those that the caller may read. */
  readonly seesEverything: boolean;
}

/** One way in which a caller sends its key. In a header, `prefix` precedes the key. */
export type CallerSignIn = { readonly kind: "session" } | { readonly kind: "bearer" } | { readonly kind: "header"; readonly header: string; readonly prefix: string };

/** A caller that is known by the secret key of a record. The record is in scope by its entity's name, and `me` is the User to whom it refers. */
export interface Credential {
  readonly entity: string;
  /** The name of the secret key's field. */
  readonly field: string;
  /** The name of the field that refers to the User; null if there is none, and the caller is nobody. */
  readonly user: string | null;
  /** Keys count only while this holds of their record; null: always. */
  readonly while: Condition | null;
}

/** One input field of an offered call. */
export interface CallParameter {
  readonly field: Field;
  /** The fields of an object or of a list of objects; null for a plain value. */
  readonly fields: readonly CallParameter[] | null;
  /** True if the value is a list of objects; only with `fields`. */
  readonly list: boolean;
}

/** How a request is authenticated. `secret` is the name of a secret in the settings, never its value. */
export type Signature =
  | { readonly kind: "bearer"; readonly secret: string }
  /** The secret itself, in the named header. */
  | { readonly kind: "header"; readonly secret: string; readonly header: string }
  /** An HMAC of the body, in the named header. `encoding` applies to requests that the product sends; received requests may use either. */
  | { readonly kind: "hmac"; readonly algorithm: "sha1" | "sha256" | "sha512"; readonly secret: string; readonly header: string; readonly encoding: "hex" | "base64" }
  /** An HMAC of the time and the body, in one header with the time: `t=…,v1=…`. A received request counts for `toleranceSeconds` around its time, once. */
  | { readonly kind: "timestamped"; readonly algorithm: "sha1" | "sha256" | "sha512"; readonly secret: string; readonly header: string; readonly toleranceSeconds: number }
  /** As the Standard Webhooks specification says: an HMAC of id, time and body, each in a header of its own. */
  | { readonly kind: "standard webhooks"; readonly secret: string; readonly toleranceSeconds: number };

/** One moment that comes again. `at` is HH:MM in the time zone of the schedule; weekday 1 is Monday, month 1 is January. */
export type Recurrence =
  | { readonly kind: "day"; readonly at: string }
  | { readonly kind: "week"; readonly weekdays: readonly (1 | 2 | 3 | 4 | 5 | 6 | 7)[]; readonly at: string }
  | { readonly kind: "month"; readonly day: number; readonly at: string }
  | { readonly kind: "year"; readonly month: number; readonly day: number; readonly at: string }
  | { readonly kind: "interval"; readonly seconds: number };

/** When a call is sent. */
export interface Schedule {
  /** At each of these; where two of them fall on one moment, once. */
  readonly every: readonly Recurrence[];
  /** The time zone of `at`, which may depend on the record of `forEach`; null for the product's. */
  readonly zone: Expression | null;
  /** The records for which the call is sent, one call each; `where` is null for all of them. Null for one call without a record. */
  readonly forEach: { readonly entity: string; readonly where: Condition | null } | null;
}
