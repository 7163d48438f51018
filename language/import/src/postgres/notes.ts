/** Objects that are quoted under their point: views, functions, triggers, policies, grants and what is rare. */
import { openEntry, plainLine, quotation, type Statement } from "../document/draft.ts";
import type { Lines } from "./field-lines.ts";
import { idOfFunction, idOfGrant, idOfSequence, idOfTable } from "./objects.ts";

/** Longer definitions would hide the document: they are named, and stay open. */
const longest = 4000;

interface Quoted {
  readonly id: string;
  readonly what: string;
  readonly text: string;
  readonly comment: string | null;
}

function quote({ ledger, options }: Lines, { id, what, text, comment }: Quoted): Statement {
  if (comment !== null) ledger.quoted(`${id} comment`);
  const remark = comment === null ? "" : ` (${plainLine(comment)})`;
  if (text.length <= longest && !options.refused.has(id)) {
    ledger.quoted(id);
    return { sources: [id], text: quotation(`${what}${remark}`, text.replace(/\n+$/, "")) };
  }
  const reason = options.refused.get(id) ?? `its definition of ${text.length.toLocaleString("en")} characters is too long to quote`;
  ledger.open(id, reason);
  return { sources: [id], text: openEntry(`${what}${remark}`, reason) };
}

/** Point 2: what views show. */
export function viewNotes(context: Lines): readonly Statement[] {
  const views = context.catalog.facts.tables.filter(({ kind }) => kind === "v" || kind === "m" || kind === "f");
  return views.map((view) => {
    const id = idOfTable(view);
    const what = view.kind === "v" ? "view" : view.kind === "m" ? "materialized view" : "foreign table";
    return quote(context, { id, what: `${what} \`${id}\``, text: view.definition ?? "", comment: view.comment });
  });
}

/** Point 3: partitions, sequences, extensions, schemas and rare kinds. */
export function storageNotes(context: Lines): readonly Statement[] {
  const { facts, tables } = context.catalog;
  const one = (id: string, text: string, comment: string | null = null): Statement => quote(context, { id, what: id, text, comment });
  return [
    ...facts.schemas.map(({ name, comment }) => one(`schema ${name}`, "", name === "public" && comment === "standard public schema" ? null : comment)),
    ...facts.tables
      .filter(({ isPartition }) => isPartition)
      .map((table) => one(idOfTable(table), `partition of ${(table.parents ?? []).join(", ")} ${table.partitionBound ?? ""}`.trim(), table.comment)),
    ...context.catalog
      .constraints()
      .filter(({ table }) => tables.get(table)?.isPartition)
      .map((constraint) => one(context.catalog.idOfConstraint(constraint), constraint.definition, constraint.comment)),
    ...facts.sequences
      .filter((sequence) => !context.ledger.outcomes.has(idOfSequence(sequence)))
      .map((sequence) => one(idOfSequence(sequence), `start ${sequence.start} increment ${sequence.increment}`, sequence.comment)),
    ...facts.extensions.map(({ name, version }) => one(`extension ${name}`, version)),
    ...facts.others.filter(({ kind }) => kind !== "event trigger").map(({ kind, name, definition }) => one(`${kind} ${name}`, definition ?? "")),
  ];
}

/** Indexes that say nothing about the values: the product chooses its own. */
export function indexNotes(context: Lines): readonly Statement[] {
  const { catalog, ledger } = context;
  return catalog.indexes().flatMap((index) => {
    const id = catalog.idOfIndex(index);
    if (!ledger.outcomes.has(id))
      return [
        quote(context, {
          id,
          what: `${index.unique ? "unique index" : "index"} \`${index.name}\``,
          text: index.definition.replace(/^CREATE (?:UNIQUE )?INDEX \S+ /, ""),
          comment: index.comment,
        }),
      ];
    if (index.comment === null) return [];
    ledger.quoted(`${id} comment`);
    return [{ sources: [`${id} comment`], text: `> - index \`${index.name}\`: ${plainLine(index.comment)}` }];
  });
}

/** Point 5: what triggers do. */
export function triggerNotes(context: Lines): readonly Statement[] {
  const { catalog } = context;
  return [
    ...catalog
      .triggers()
      .map((trigger) =>
        quote(context, { id: catalog.idOfTrigger(trigger), what: catalog.idOfTrigger(trigger), text: trigger.definition.replace(/\s+/g, " "), comment: trigger.comment }),
      ),
    ...catalog.facts.others
      .filter(({ kind }) => kind === "event trigger")
      .map(({ kind, name, definition }) => quote(context, { id: `${kind} ${name}`, what: `${kind} ${name}`, text: definition ?? "", comment: null })),
  ];
}

const commands: Readonly<Record<string, string>> = { "*": "all", r: "select", a: "insert", w: "update", d: "delete" };

/** Point 6: the permissions that the database grants. */
export function permissionNotes(context: Lines): readonly Statement[] {
  const { catalog } = context;
  return [
    ...catalog.facts.tables
      .filter(({ rowSecurity }) => rowSecurity)
      .map((table) => quote(context, { id: `${idOfTable(table)} row security`, what: `row-level security of \`${idOfTable(table)}\` is enabled`, text: "", comment: null })),
    ...catalog.facts.policies.map((policy) => {
      const id = catalog.idOfPolicy(policy);
      const text = [
        `${policy.permissive ? "" : "restrictive "}for ${commands[policy.command] ?? policy.command} to ${policy.roles.join(", ")}`,
        policy.using && `using (${policy.using})`,
        policy.check && `with check (${policy.check})`,
      ];
      return quote(context, { id, what: id, text: text.filter(Boolean).join(" ").replace(/\s+/g, " "), comment: policy.comment });
    }),
    ...catalog.facts.grants.map((grant) => quote(context, { id: idOfGrant(grant), what: idOfGrant(grant), text: grant.privileges.join(", "), comment: null })),
  ];
}

/** Point 7: what functions do. */
export const functionNotes = (context: Lines): readonly Statement[] =>
  context.catalog.facts.functions.map((one) => quote(context, { id: idOfFunction(one), what: idOfFunction(one), text: one.definition ?? "", comment: one.comment }));
