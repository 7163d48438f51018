export const fieldLabel = (field: { readonly name: string }): string => field.name[0]!.toUpperCase() + field.name.slice(1);
