/** The texts and files of a mail to one recipient, without what the recipient may not read. */
import type { Expression } from "@nonet/feel";
import type { Product, Template } from "@nonet/model";
import { person } from "../columns/person-sql.ts";
import { displayText } from "../expressions/display-text.ts";
import { compileAs } from "../scope/coerce.ts";
import { toJson } from "../scope/conversions.ts";
import { entityNamed, fromTable, type Scope, withVariables } from "../scope/scope.ts";
import { descend } from "../scope/walk.ts";
import type { Query, Reader, Variables } from "../sql/query.ts";
import { statementName } from "../sql/sql-text.ts";
import { cachedStatement, jsonOf, readerShape } from "../sql/statement-cache.ts";
import { readerScope } from "../visibility/reader-scope.ts";
import { shownText } from "./row-scope.ts";

export interface MailText {
  readonly texts: readonly { readonly name: string; readonly template: Template }[];
  readonly files: readonly Expression[];
}

/** The name of the actor in expressions that are evaluated with the recipient's visibility. */
const actor = "(who acts)";
/** In any language, and without saying that there is something. */
const withheld = "…";

/** One row `{texts: {name: string}, files: [ids]}`. `receiver` null: nothing is withheld. */
export function mailQuery(product: Product, entity: string | null, id: string | null, mail: MailText, variables: Variables, receiver: Reader | null): Query {
  const key = ["letter", entity, id === null, mail.texts.map((t) => [t.name, t.template]), mail.files];
  const who = receiver?.kind === "person" ? receiver : null;
  return cachedStatement(product, [...key, receiver && readerShape(receiver)], { variables, values: { id, receiver: who?.id ?? "" } }, (to) =>
    mailTo(product, entity, id === null ? null : to.values.id, mail, to.variables, who ? { ...who, id: to.values.receiver } : receiver),
  );
}

function mailTo(product: Product, entity: string | null, id: string | null, mail: MailText, variables: Variables, receiver: Reader | null): Query {
  const all = scopeFor(product, id === null ? null : entity, variables, null);
  // Both scopes share one list of parameters.
  const own = receiver === null ? all : { ...scopeFor(product, id === null ? null : entity, variables, receiver, all), params: all.params };
  const texts = mail.texts.map(({ name, template }) => `${all.params.bind(name, "text")}, ${textSql(all, own, template)}`);
  const files = mail.files.map((file) => toJson(own, compileAs(own, withActor(file), file.type), file.type));
  const from = entity === null || id === null ? "" : ` from ${fromTable(entityNamed(product, entity), "r")} where r.id = ${all.params.bind(id, "uuid")}`;
  return all.params.query(`select jsonb_build_object(${texts.join(", ")}) as texts, jsonb_build_array(${files.join(", ")}) as files${from}`);
}

function scopeFor(product: Product, entityName: string | null, variables: Variables, reader: Reader | null, shared?: Scope): Scope {
  const s = shared ? readerScope(product, reader, variables, shared.params) : readerScope(product, reader, variables);
  const user = entityNamed(product, "User");
  const acting = withVariables(s, [actor, { kind: "id", entity: user, sql: s.params.bind(variables.me ?? null, "uuid") }]);
  if (entityName === null) return acting;
  const entity = entityNamed(product, entityName);
  const self = withVariables(acting, ["this", { kind: "row", entity, alias: "r" }]);
  return variables.old ? withVariables(self, ["old", { kind: "json", entity, sql: s.params.bind(jsonOf(variables.old), "jsonb") }]) : self;
}

function textSql(all: Scope, own: Scope, template: Template): string {
  const pieces = template.map((piece) => {
    if (typeof piece === "string") return all.params.bind(piece, "text");
    const expression = withActor(piece);
    const visible = displayed(own, expression);
    if (all === own) return `coalesce(${visible}, '')`;
    return `coalesce(nullif(${visible}, ''), case when coalesce(${displayed(all, expression)}, '') <> '' then '${withheld}' else '' end)`;
  });
  return pieces.length ? `(${pieces.join(" || ")})` : "''";
}

const displayed = (s: Scope, e: Expression): string => (e.type.kind === "record" ? shownText(s, e) : displayText(s, e));

/** The expression with `me` bound to the actor. */
function withActor(expression: Expression): Expression {
  if (!descend(expression).some((e) => e.kind === "variable" && e.name === "me")) return expression;
  return JSON.parse(JSON.stringify(expression), (_key, value: unknown) => (isMe(value) ? { ...value, name: actor } : value)) as Expression;
}

const isMe = (value: unknown): value is { kind: "variable"; name: string } =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "variable" && "name" in value && value.name === "me";

/** One row `{to, people}`: the addresses that an expression yields, and the users who have them. */
export function recipientsQuery(addresses: Query): Query {
  const text = `select v.values -> 'to' as to, coalesce((select jsonb_agg(to_jsonb(p)) from (select ${person} from app."user" u where lower(u.email) = any(array(select lower(btrim(a.address #>> '{}')) from jsonb_array_elements(case jsonb_typeof(v.values -> 'to') when 'array' then v.values -> 'to' else jsonb_build_array(v.values -> 'to') end) a(address)))) p), '[]'::jsonb) as people from (${addresses.text}) v`;
  return { name: statementName(text), text, values: addresses.values };
}
