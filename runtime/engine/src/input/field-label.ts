/** A field's name as a message begins with it, in the language of the person: `due date` becomes `Due date`. */
import { labelOf } from "@nonet/model";
import { named } from "@nonet/texts";

export const fieldLabel = (field: { readonly name: string }): string => labelOf(named(field.name));
