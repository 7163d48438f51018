/** Drafts that record which unit reads more of an entity than its name, so that the unit depends on the entity's declaration. */
import type { Section } from "@nonet/notation";
import type { Memory } from "../incremental/memory.ts";
import type { EntityDraft } from "./drafts.ts";

export const trackedDrafts = (drafts: ReadonlyMap<string, EntityDraft>, memory: Memory): Map<string, EntityDraft> =>
  new Map([...drafts].map(([key, draft]) => [key, new TrackedDraft(draft, memory)]));

/** A copy of a draft that reads all of it. */
export const copyDraft = ({ name, plural, fields, raw, section, wholeName, whole, machines, states, actions, further, partOf, span }: EntityDraft): EntityDraft => ({
  name,
  plural,
  fields,
  raw,
  section,
  wholeName,
  whole,
  machines,
  states,
  actions,
  further,
  partOf,
  span,
});

class TrackedDraft implements EntityDraft {
  readonly name: string;
  readonly plural: string;
  readonly wholeName: EntityDraft["wholeName"];
  readonly span: EntityDraft["span"];
  section: Section | null;
  readonly #draft: EntityDraft;
  readonly #memory: Memory;

  constructor(draft: EntityDraft, memory: Memory) {
    ({ name: this.name, plural: this.plural, wholeName: this.wholeName, span: this.span, section: this.section } = draft);
    this.#draft = draft;
    this.#memory = memory;
  }

  #read(): EntityDraft {
    this.#memory.recordRead(this.name);
    return this.#draft;
  }

  get fields() {
    return this.#read().fields;
  }
  get raw() {
    return this.#read().raw;
  }
  get whole() {
    return this.#read().whole;
  }
  get machines() {
    return this.#read().machines;
  }
  get states() {
    return this.#read().states;
  }
  get actions() {
    return this.#read().actions;
  }
  get further() {
    return this.#read().further;
  }
  get partOf() {
    return this.#read().partOf;
  }
}
