/** An operation of the API as data, and how those are made that every product has. */
import type { Entity } from "@nonet/model";
import type { Schema } from "../schemas/field-schema.ts";

export interface Operation {
  readonly id: string;
  readonly method: "get" | "post" | "patch" | "delete";
  /** Parameters are written as `{name}`. */
  readonly path: string;
  readonly summary: string;
  /** What it does, as sentences. */
  readonly description: string;
  readonly tag: string;
  readonly parameters: readonly Parameter[];
  /** The request body: the name of a schema, or a media type other than JSON. Null if there is none. */
  readonly takes: { readonly schema: string } | { readonly media: string } | null;
  readonly answers: { readonly status: number; readonly schema: string | null; readonly media?: readonly string[] };
  readonly refusals: readonly number[];
  /** The document's line that defines the operation; null if every product has it. */
  readonly source: Entity["source"];
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly text: string;
  /** Its values; any text if absent. */
  readonly schema?: Schema;
  /** Its value is an object, of which each property is a parameter. */
  readonly explode?: true;
}

export const query = (name: string, text: string, schema?: Schema): Parameter => ({ name, in: "query", required: false, text, ...(schema ? { schema } : {}) });
export const once: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  text: "Makes the request idempotent: a repeat with the same key doesn't run it again.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$" },
};
export const confirm = query("confirm", "Codes of the warnings to confirm, separated by commas.");
export const personId: Parameter = { name: "id", in: "path", required: true, text: "The person's id." };

export const refused = { read: [400, 401, 403, 404, 429, 431, 503], write: [400, 401, 403, 404, 408, 409, 412, 413, 415, 422, 429, 431, 501, 503] } as const;

export type Rest = Partial<Pick<Operation, "parameters" | "takes" | "refusals" | "source">> & Pick<Operation, "answers">;

/** `text` is one or two sentences without the last full stop; the first is the summary. */
export const shared = (id: string, method: Operation["method"], path: string, text: string, rest: Rest): Operation => ({
  id,
  method,
  path,
  summary: text.split(/[.:] /, 1)[0]!,
  description: `${text}.`,
  tag: "Product",
  parameters: [],
  takes: null,
  refusals: refused.read,
  source: null,
  ...rest,
});
