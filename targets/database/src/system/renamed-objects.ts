/**
 * Tables, columns and functions in schema `nonet` that an earlier release had other names for. The first start of this release
 * renames them, in the transaction that makes the rest of the schema; a backup of the earlier release is restored under the
 * present names.
 */
import { ident, literal } from "../sql/sql-text.ts";

/** Former names and present ones. */
const tables: Readonly<Record<string, string>> = { stuck: "blocked_transition", waking: "reevaluation", history_keys: "history_rename" };

/** By the table's present name. */
const columns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  blocked_transition: { why: "reason" },
  clock: { stands_at: "frozen_at" },
  decision: { told: "reported" },
  history_rename: { former: "from_version", upto: "switch_position", until: "end_position", behind: "done_position" },
  vote: { asked: "input" },
};

/** What bears the name of its table: primary keys and the sequences of identity columns. */
const indexes: Readonly<Record<string, string>> = {
  stuck_pkey: "blocked_transition_pkey",
  waking_pkey: "reevaluation_pkey",
  history_keys_pkey: "history_rename_pkey",
};
const sequences: Readonly<Record<string, string>> = { history_keys_position_seq: "history_rename_position_seq" };

const functions = [
  "call_keys(jsonb, text, jsonb)",
  "watch()",
  "watched()",
  "field(text, jsonb)",
  "gathered(jsonb)",
  "met(anyelement)",
  "certain(boolean)",
  "kept(anyelement)",
  "said(text)",
];

const perform = (when: string, statement: string): string => `  if ${when} then ${statement}; end if;`;

const renames = (kind: "table" | "index" | "sequence", names: Readonly<Record<string, string>>): string[] =>
  Object.entries(names).map(([was, now]) =>
    perform(`to_regclass(${literal(`nonet.${was}`)}) is not null and to_regclass(${literal(`nonet.${now}`)}) is null`, `alter ${kind} nonet.${ident(was)} rename to ${ident(now)}`),
  );

const columnRenames = Object.entries(columns).flatMap(([table, names]) =>
  Object.entries(names).map(([was, now]) =>
    perform(
      `exists (select 1 from pg_attribute where attrelid = to_regclass(${literal(`nonet.${table}`)}) and attname = ${literal(was)} and not attisdropped)`,
      `alter table nonet.${ident(table)} rename column ${ident(was)} to ${ident(now)}`,
    ),
  ),
);

/** Does nothing where everything has its present name. */
export const renameObjects = `
do $rename$ begin
${[...renames("table", tables), ...columnRenames, ...renames("index", indexes), ...renames("sequence", sequences)].join("\n")}
end $rename$;
drop function if exists ${functions.map((f) => `nonet.${f}`).join(", ")};
`;

export interface PresentNames {
  readonly table: string;
  /** Of the columns that were renamed, the present name by the previous one. */
  readonly columns: Readonly<Record<string, string>>;
}

/** What a table of a backup and its columns are called now. */
export function presentNames(table: string): PresentNames {
  const own = /^nonet\.(.*)$/.exec(table)?.[1];
  if (own === undefined) return { table, columns: {} };
  const now = tables[own] ?? own;
  return { table: `nonet.${now}`, columns: columns[now] ?? {} };
}
