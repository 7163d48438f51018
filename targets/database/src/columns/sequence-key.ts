import type { Entity, Field } from "@nonet/model";

/** Of a sequence's counters, in nonet's own table. */
export const sequenceKey = (entity: Entity, field: Field): string => `${entity.name}.${field.name}`;
