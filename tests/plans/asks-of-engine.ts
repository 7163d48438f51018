/** The statements that the engine sends by itself, whoever is there: for rules, references, time, and its own tables. */
import type { Product } from "@nonet/model";
import {
  affectedQuery,
  dueQuery,
  fileReadableQuery,
  findQuery,
  historyQuery,
  holderQuery,
  nextDueQuery,
  partsQuery,
  reachedBy,
  inStateQuery,
  referencesTo,
  referringQuery,
  ruleQuery,
  system,
  transitionReads,
  uniqueQuery,
  whenQuery,
  whereQuery,
  decisionStatements,
  type Query,
  type Reader,
} from "@nonet/database";
import { idAt } from "./seed-from-model.ts";

export interface Sent {
  readonly what: string;
  readonly query: Query;
}

export function asksOfEngine(product: Product, person: Reader & { kind: "person" }): Sent[] {
  return [...ofRules(product), ...ofReferences(product, person), ...ofTime(product), ...ofCalls(product), ...ofOwnTables(person.id)];
}

function ofRules(product: Product): Sent[] {
  const rules = product.rules.flatMap((rule) => {
    const others = [...new Set([rule.entity, ...rule.reads.map((r) => r.slice(0, r.indexOf(".")))])].filter((name) => product.entities.some((e) => e.name === name));
    return [
      { what: `rule ${rule.name}`, query: ruleQuery(product, rule, [idAt(product, rule.entity, 1)]) },
      ...others.map((name) => ({
        what: `rule ${rule.name}, after a change of a ${name}`,
        query: affectedQuery(product, rule, [{ entity: name, id: idAt(product, name, 1), before: {}, after: null }]),
      })),
    ];
  });
  const unique = product.entities.flatMap((e) => {
    const query = uniqueQuery(product, e.name, [idAt(product, e.name, 1)]);
    return query ? [{ what: `uniqueness of a ${e.name}`, query }] : [];
  });
  return [...rules, ...unique];
}

function ofReferences(product: Product, reader: Reader): Sent[] {
  return product.entities.flatMap((entity): Sent[] => {
    const id = idAt(product, entity.name, 1);
    const named = entity.fields.filter((f) => f.computed === null && f.unique && ["text", "formatted", "sequence"].includes(f.type.kind));
    return [
      ...referencesTo(product, entity.name).map(({ entity: from, field }) => ({
        what: `deleting a ${entity.name}: ${from.name}.${field.name}`,
        query: referringQuery(from, field, id),
      })),
      ...product.entities.filter((e) => e.partOf?.entity === entity.name).map((part) => ({ what: `the ${part.plural} of a ${entity.name}`, query: partsQuery(product, part, id) })),
      ...named.flatMap((f) => [
        { what: `a ${entity.name} by its ${f.name}`, query: findQuery(product, entity.name, f.name, "text") },
        ...(f.type.kind === "text" ? [{ what: `who holds the ${f.name} of a ${entity.name}`, query: holderQuery(entity, f, "text") }] : []),
      ]),
      { what: `the history of a ${entity.name}`, query: historyQuery(product, reader, entity.name, id) },
      ...(entity.fields.some((f) => f.type.kind === "file") ? [{ what: `a file of a ${entity.name}`, query: fileReadableQuery(product, reader, id) }] : []),
    ];
  });
}

function ofTime(product: Product): Sent[] {
  const moves = product.machines.flatMap((machine) => machine.transitions.map((transition) => ({ machine, transition })));
  const said = (m: (typeof moves)[number]): string => `row ${m.transition.row} of ${m.machine.entity}`;
  const timed = moves.filter(({ transition: t }) => t.trigger.kind === "after" || t.trigger.kind === "at");
  const when = moves.filter(({ transition: t }) => t.trigger.kind === "when");
  return [
    ...timed.map((m) => ({ what: `due: ${said(m)}`, query: dueQuery(product, m.machine.entity, m.transition, undefined, 1) })),
    ...(timed.length > 0 ? [{ what: "the next due moment", query: nextDueQuery(product) }] : []),
    ...when.flatMap((m) => {
      const { entity } = m.machine;
      const reads = transitionReads(product, entity, m.transition);
      const others = [...new Set([...reads.fields].map((f) => f.slice(0, f.indexOf("."))))].filter((name) => name !== entity);
      return [
        { what: `when: ${said(m)}`, query: whenQuery(product, entity, m.transition, [idAt(product, entity, 1)]) },
        ...(reads.clock ? [{ what: `when, by the clock: ${said(m)}`, query: whenQuery(product, entity, m.transition) }] : []),
        ...others.flatMap((name) => {
          const { all, query } = reachedBy(product, entity, m.transition, [{ entity: name, id: idAt(product, name, 1) }]);
          const asked = all ? inStateQuery(product, entity, m.transition) : query;
          return asked ? [{ what: `when: ${said(m)}, after a change of a ${name}`, query: asked }] : [];
        }),
      ];
    }),
    ...product.machines.flatMap((machine) =>
      machine.actions.flatMap((action) =>
        (["remind", "lapse"] as const).flatMap((what) => {
          const query = decisionStatements.due(product, machine, action, what);
          return query ? [{ what: `decision ${action.name}: ${what}`, query }] : [];
        }),
      ),
    ),
  ];
}

function ofCalls(product: Product): Sent[] {
  return product.calls.flatMap((call) => {
    const each = call.schedule?.forEach;
    return each ? [{ what: `schedule ${call.name}`, query: whereQuery(product, each.entity, each.where?.expression ?? null) }] : [];
  });
}

function ofOwnTables(person: string): Sent[] {
  return [
    { what: "a session", query: system.session("hash 1") },
    { what: "a key", query: system.keyHolder("hash 1") },
    { what: "keys of a person", query: system.keysOf(person) },
    { what: "a person by their address", query: system.personByEmail("p1@example.test") },
    { what: "claiming of the outbox", query: system.claimOutbox(10, 15) },
    { what: "the outbox's next moment", query: system.nextOutbox },
    { what: "failed calls", query: system.failedOutbox(50) },
    { what: "how many calls failed", query: system.failedCount },
    { what: "a key of idempotency", query: system.idempotent("1", "someone") },
    { what: "a person's deputies", query: decisionStatements.deputies.representedBy(person, "UTC") },
    { what: "those whom somebody is deputy of", query: decisionStatements.deputies.of([person], "UTC") },
    { what: "deputies of a page", query: decisionStatements.deputies.list(person) },
    { what: "a decision's round", query: decisionStatements.round(person, "x") },
    { what: "a decision's votes", query: decisionStatements.votes(person, "x") },
    { what: "the blocked transitions of a record", query: decisionStatements.blocked.of(person) },
    { what: "whether there is an Owner", query: system.anyOwner },
    { what: "the Owners' addresses", query: decisionStatements.owners },
  ];
}
