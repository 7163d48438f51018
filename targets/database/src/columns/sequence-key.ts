/** The key of a sequence's counters in `nonet.sequence`. */
import type { Entity, Field } from "@nonet/model";

export const sequenceKey = (entity: Entity, field: Field): string => `${entity.name}.${field.name}`;
