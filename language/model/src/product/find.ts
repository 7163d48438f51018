/** Finds elements of a product by name, and answers questions about them that every target needs. */
import type { Entity, Field } from "../entities/entity.ts";
import type { Machine } from "../states/machine.ts";
import type { Product } from "./product.ts";

/** The entity with this name; undefined if there is none. */
export const entityOf = (product: Product, name: string): Entity | undefined => product.entities.find((e) => e.name === name);
/** The field with this name; undefined if there is none. */
export const fieldOf = (entity: Entity, name: string): Field | undefined => entity.fields.find((f) => f.name === name);
/** The first machine of an entity, whose current state is in the field `state`; undefined if there is none. */
export const machineOf = (product: Product, entity: string): Machine | undefined => product.machines.find((m) => m.entity === entity && m.field === "state");
/** Whether the field has a value in the database: it is neither computed nor the inverse of a reference. */
export const isStored = (field: Field): boolean => field.computed === null && field.type.kind !== "inverse";
/** Whether the entity has no Shown as, so that default 6 applies: then the expression has the span of the entity's heading. */
export const isShownByDefault = ({ source, shownAs: { span } }: Entity): boolean =>
  source === null || (span.file === source.file && span.from === source.from && span.to === source.to);
