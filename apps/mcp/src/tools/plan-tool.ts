/** `nonet_plan`: what a new version says differently, and what stored records could lose. It reads no records. */
import type { Entity, Product } from "@nonet/model";
import { fold } from "@nonet/feel";
import { checked, documentOf, errorsIn, type Tool } from "../contract/tool.ts";

export const planTool: Tool = {
  name: "nonet_plan",
  description:
    "Compares a specification with its version before: the sentences that are new or gone, and what stored records would lose. Reads no records. A person runs `nonet plan FILE` to see the records, and applies it.",
  properties: { before: { type: "string", description: "The whole text of the version before." } },
  required: ["before"],
  onDocument: true,
  async answer(input, host) {
    const found = await documentOf(input, host);
    if ("problem" in found) return found;
    const errors = errorsIn(found.document);
    if (errors) return { problem: errors };
    const before = checked(String(input["before"] ?? ""));
    const old = new Set(before.sentences.map(({ sentence }) => sentence));
    const now = new Set(found.document.sentences.map(({ sentence }) => sentence));
    const added = [...now].filter((one) => !old.has(one));
    const gone = [...old].filter((one) => !now.has(one));
    const lost = losses(before.product, found.document.product);
    if (added.length + gone.length === 0) return "Both versions say the same.";
    return [
      lost.length === 0 ? "Stored records lose nothing." : "Stored records would lose (write `was OLD` where something was renamed):",
      ...lost.map((one) => `LOST ${one}`),
      "",
      ...gone.map((one) => `- ${one}`),
      ...added.map((one) => `+ ${one}`),
    ].join("\n");
  },
};

/** Entities, stored fields, states and choices that the new version no longer has, under this name or as a former one. */
function losses(before: Product, now: Product): readonly string[] {
  return before.entities.flatMap((entity) => {
    const next = now.entities.find(({ name, was }) => fold(name) === fold(entity.name) || (was !== null && fold(was) === fold(entity.name)));
    if (!next) return [`all ${entity.plural}`];
    return [...lostFields(entity, next), ...lostStates(before, now, entity, next)];
  });
}

function lostFields(entity: Entity, next: Entity): readonly string[] {
  return entity.fields
    .filter(({ computed, type }) => computed === null && type.kind !== "inverse")
    .flatMap((field) => {
      const kept = next.fields.find(({ name, was }) => fold(name) === fold(field.name) || (was !== null && fold(was) === fold(field.name)));
      if (!kept) return [`${field.name} of ${entity.plural}`];
      if (kept.computed !== null) return [`${field.name} of ${entity.plural}: it is computed now`];
      if (kept.type.kind !== field.type.kind) return [`${field.name} of ${entity.plural}, where a value doesn't fit its new type`];
      const { type } = kept;
      if (field.type.kind !== "one of" || type.kind !== "one of") return [];
      const former = new Set(type.renamed?.map(({ from }) => from) ?? []);
      return field.type.choices
        .filter((choice) => !type.choices.includes(choice) && !former.has(choice))
        .map((choice) => `the choice "${choice}" of ${field.name} of ${entity.plural}`);
    });
}

function lostStates(before: Product, now: Product, entity: Entity, next: Entity): readonly string[] {
  const states = new Set(now.machines.filter((machine) => machine.entity === next.name).flatMap((machine) => machine.states.flatMap(({ name, was = [] }) => [name, ...was])));
  return before.machines
    .filter((machine) => machine.entity === entity.name)
    .flatMap((machine) => machine.states.filter(({ name }) => !states.has(name)).map(({ name }) => `the state "${name}" of ${entity.plural}`));
}
