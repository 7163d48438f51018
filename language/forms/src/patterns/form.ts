/** One statement of the notation: how it is written, what it means, and an example. */

export interface Form {
  /** The canonical pattern, as `parse-pattern.ts` describes; the formatter prints it. */
  readonly pattern: string;
  /** Other ways to write the same. They use the same slots and flags. */
  readonly variants?: readonly string[];
  /** What it does, in one sentence for the reference. Slots stand in capitals: "Sends CALL, if CONDITION holds." */
  readonly means: string;
  /** A line that is legal in some document. */
  readonly example: string;
  /** A form that is understood but refused or discouraged; the diagnostic says so. Collisions with it are allowed. */
  readonly isRejected?: true;
}

/** The forms that can stand in one place of a document, by name: statements, field attributes, steps of an example … */
export interface FormTable<Name extends string = string> {
  /** What the place is called in messages: "a statement", "an attribute of a field". */
  readonly place: string;
  /** The heading of the reference under which the table is printed. */
  readonly title: string;
  /** The point of the notation, or 0 for what stands in any point. */
  readonly point: number;
  readonly forms: Readonly<Record<Name, Form>>;
}

export const defineForms = <Name extends string>(table: FormTable<Name>): FormTable<Name> => table;
