/** The fields that a column of an imported file may name: those that somebody can write, and the input of the actions that create such a record. */
import { creationInput, type Entity, type Field, isGenerated, type Product } from "@nonet/model";

const isInFile = ({ type }: Field): boolean => !isGenerated(type) && type.kind !== "inverse" && type.kind !== "file";

export const importableFields = (product: Product, entity: Entity): readonly Field[] => {
  const own = entity.fields.filter((f) => f.computed === null && f.readOnly !== true && isInFile(f) && !(entity.builtIn && ["roles", "active"].includes(f.name)));
  return [...own, ...creationInput(product, entity.name).filter((f) => f.type.kind !== "file" && own.every((o) => o.key !== f.key))];
};
