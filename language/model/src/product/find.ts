/** Small look-ups that every reader of a product needs. */
import type { Entity, Field } from "../entities/entity.ts";
import type { Machine } from "../states/machine.ts";
import type { Product } from "./product.ts";

export const entityOf = (product: Product, name: string): Entity | undefined => product.entities.find((e) => e.name === name);
export const fieldOf = (entity: Entity, name: string): Field | undefined => entity.fields.find((f) => f.name === name);
/** The first machine of an entity: the one whose state is `state`. */
export const machineOf = (product: Product, entity: string): Machine | undefined => product.machines.find((m) => m.entity === entity && m.field === "state");
export const isStored = (field: Field): boolean => field.computed === null && field.type.kind !== "inverse";
/** Default 6: no line says what a record is shown as, so the name stands at the entity's own heading. */
export const isShownByDefault = ({ source, shownAs: { span } }: Entity): boolean =>
  source === null || (span.file === source.file && span.from === source.from && span.to === source.to);
