/** Secret fields in an HTTP call: a placeholder stands for each until the call is sent, so that no message, list or log holds the value. */
import type { Expression } from "@nonet/feel";
import { entityOf, type HttpCall, type Product } from "@nonet/model";
import { uuidv7 } from "uuidv7";

/** By placeholder: the expression whose value replaces it. */
export type SecretFields = Readonly<Record<string, Expression>>;

/** The call with placeholders for its secret fields. */
export function withPlaceholders(product: Product, call: HttpCall): { readonly call: HttpCall; readonly secretFields: SecretFields } {
  const secretFields: Record<string, Expression> = {};
  const replaced = (e: Expression): Expression => {
    if (isSecretField(product, e)) {
      const placeholder = `(secret ${uuidv7()})`;
      secretFields[placeholder] = e;
      return { kind: "literal", value: placeholder, type: { kind: "string" }, nullable: false, span: e.span };
    }
    if (e.kind === "context") return { ...e, entries: e.entries.map((entry) => ({ ...entry, value: replaced(entry.value) })) };
    return e.kind === "list" ? { ...e, items: e.items.map(replaced) } : e;
  };
  if (!product.entities.some(({ fields }) => fields.some(({ secret }) => secret))) return { call, secretFields };
  const headers = call.headers.map((header) => ({ ...header, value: header.value.map((piece) => (typeof piece === "string" ? piece : replaced(piece))) }));
  return { call: { ...call, headers, sends: call.sends && replaced(call.sends) }, secretFields };
}

function isSecretField(product: Product, e: Expression): boolean {
  if (e.kind !== "path" || e.listed) return false;
  const owner = e.of.type.kind === "record" ? entityOf(product, e.of.type.name) : undefined;
  return owner?.fields.find(({ name }) => name === e.field)?.secret === true;
}
