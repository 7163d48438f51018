/** Names as people read them on screens. */

/** `start date` → `Start date`. */
export const labelOf = (name: string): string => (name === "" ? name : name[0]!.toLocaleUpperCase() + name.slice(1));
