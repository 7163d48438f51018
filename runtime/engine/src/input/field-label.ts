/** A field's name as a message begins with it, in the language of the person: `due date` becomes `Due date`. */
import { named } from "@nonet/texts";

export function fieldLabel(field: { readonly name: string }): string {
  const name = named(field.name);
  return name[0]!.toUpperCase() + name.slice(1);
}
