/** The order of a board's columns that are records without an order of their own: by name, `Kennel 9` before `Kennel 10`. */
interface Named {
  readonly label: string;
}

const names = new Intl.Collator(undefined, { numeric: true });

export const inOrderOfNames = <T extends Named>(columns: readonly T[]): readonly T[] => columns.toSorted((a, b) => names.compare(a.label, b.label));
