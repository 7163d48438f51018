/** Point 7: the calls the product makes and takes. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";
import type { Field } from "../entities/entity.ts";
import type { Condition } from "../expressions/condition.ts";
import type { Template } from "../expressions/template.ts";
import type { Creation, Statement } from "../statements/statement.ts";

export interface Call {
  readonly name: string;
  /** The entity whose record is `this`, found from where the call is used; null where it is used by none. */
  readonly entity: string | null;
  readonly schedule: Schedule | null;
  readonly does: CallBody;
  readonly source: Span;
}

export type CallBody =
  | { readonly kind: "email"; readonly to: Expression; readonly subject: Template; readonly body: Template; readonly attach: readonly Expression[] }
  | HttpCall
  | {
      readonly kind: "received";
      readonly method: string;
      readonly path: string;
      readonly signature: Signature | null;
      readonly countsOncePer: Expression | null;
      readonly finds: { readonly entity: string; readonly where: Expression; readonly orCreates: Creation | null } | null;
      readonly then: readonly Statement[];
      readonly otherwise: { readonly code: string | null; readonly then: readonly Statement[] };
      readonly answers: { readonly status: number; readonly body: Expression | null } | null;
    }
  | OfferedCall
  /** A schedule that only runs statements. */
  | { readonly kind: "statements"; readonly then: readonly Statement[] };

export interface HttpCall {
  readonly kind: "http";
  readonly method: string;
  /** Evaluates to the address; a hole in it is answered with "not shown". */
  readonly address: Template;
  readonly signature: Signature | null;
  /** `secret`: the value ends with that secret, looked up only when the call leaves. */
  readonly headers: readonly { readonly name: string; readonly value: Template; readonly secret: string | null }[];
  readonly sends: Expression | null;
  readonly expects: { readonly low: number; readonly high: number; readonly withinSeconds: number };
  /** Run as the system when the answer is as expected; `answer` is in scope. */
  readonly then: readonly Statement[];
  /** `times` counts the attempts after the first. */
  readonly retries: { readonly times: number; readonly waitSeconds: number; readonly doubling: boolean };
  readonly otherwise: { readonly code: string | null; readonly then: readonly Statement[] };
  readonly droppedWhen: Condition | null;
  readonly first: boolean;
}

/** The product's own API beyond the derived one, under its own path. `path` has parameters as `:name`, in scope as `path.name`. */
export interface OfferedCall {
  readonly kind: "offered";
  readonly method: string;
  readonly path: string;
  /** Roles, `everyone`, `anyone`. */
  readonly for: readonly string[];
  /** In scope as `asked`, read from the body (or the query of a GET) by their JSON keys; `list`: an array of such objects. */
  readonly takes: readonly CallParameter[];
  readonly countsOncePer: Expression | null;
  readonly then: readonly Statement[];
  readonly answers: { readonly status: number; readonly body: Expression | null };
  /** The envelope of refusals, over `code`, `message`, `field`, `status`; null: problem details. */
  readonly errors: Expression | null;
  readonly signedInBy: { readonly kind: "session" } | { readonly kind: "bearer" } | { readonly kind: "header"; readonly header: string; readonly prefix: string };
}

export interface CallParameter {
  readonly field: Field;
  /** For an object, or a list of objects: their fields; null for a plain value. */
  readonly fields: readonly CallParameter[] | null;
  /** With `fields`: a list of such objects, not one. */
  readonly list: boolean;
}

export type Signature =
  | { readonly kind: "bearer"; readonly secret: string }
  /** The secret itself, in a header of that name. */
  | { readonly kind: "header"; readonly secret: string; readonly header: string }
  /** `encoding` is how it leaves; both are taken. */
  | { readonly kind: "hmac"; readonly algorithm: "sha1" | "sha256" | "sha512"; readonly secret: string; readonly header: string; readonly encoding: "hex" | "base64" };

/** `at` is HH:MM in the product's zone. */
export interface Schedule {
  readonly every:
    | { readonly kind: "day"; readonly at: string }
    | { readonly kind: "week"; readonly weekday: 1 | 2 | 3 | 4 | 5 | 6 | 7; readonly at: string }
    | { readonly kind: "month"; readonly day: number; readonly at: string }
    | { readonly kind: "year"; readonly month: number; readonly day: number; readonly at: string }
    | { readonly kind: "interval"; readonly seconds: number };
  readonly forEach: { readonly entity: string; readonly where: Condition | null } | null;
}
