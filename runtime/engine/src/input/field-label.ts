/** A field's name as a message begins with it: `due date` becomes `Due date`. */
export const fieldLabel = (field: { readonly name: string }): string => field.name[0]!.toUpperCase() + field.name.slice(1);
