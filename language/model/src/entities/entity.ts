/** Point 3: entities and their fields. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";
import type { Condition } from "../expressions/condition.ts";
import type { Statement } from "../statements/statement.ts";
import type { TextFormat } from "./formatted-texts.ts";

export interface Entity {
  readonly name: string;
  readonly plural: string;
  /** `snake_case` singular: the SQL table. */
  readonly table: string;
  /** `kebab-case` plural: the URL segment under /api. */
  readonly path: string;
  readonly prose: string;
  readonly fields: readonly Field[];
  /** The whole that owns this part; null for an entity of its own. `field` is the reference on the part, `list` the name of the list on the whole. */
  readonly partOf: { readonly entity: string; readonly field: string; readonly list: string } | null;
  /** How a record is named to people; a text expression over `this`. */
  readonly shownAs: Expression;
  readonly unique: readonly { readonly fields: readonly string[]; readonly source: Span }[];
  readonly sort: readonly SortKey[];
  readonly lockedWhile: Condition | null;
  readonly deleting: { readonly allowed: "always" | "never" | "archives"; readonly notWhile: Condition | null; readonly source: Span | null };
  readonly initialRecords: readonly InitialRecord[];
  /** What happens by itself when a record is made, changed, or comes into or out of a state; after the effects of the action, in the document's order. */
  readonly events: readonly EntityEvent[];
  /** False where the document says that no history is kept. */
  readonly history: boolean;
  /** True for `User`, which exists in every product. */
  readonly builtIn: boolean;
  readonly was: string | null;
  readonly source: Span | null;
}

export type EntityEvent = { readonly then: readonly Statement[]; readonly source: Span } & (
  | { readonly on: "create" }
  /** `field` null: any field. */
  | { readonly on: "change"; readonly field: string | null }
  | { readonly on: "enter" | "leave"; readonly state: string; readonly machine: string }
);

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** Values by field name; a reference is written as the text that the referred record is shown as or its unique field's value. */
export interface InitialRecord {
  readonly values: Readonly<Record<string, Expression>>;
  readonly source: Span;
}

export interface Renamed {
  readonly from: string;
  readonly to: string;
}

export type FieldType =
  /** `long` text is edited in several lines; `rich` is sanitised HTML. */
  | { readonly kind: "text"; readonly form: "plain" | "long" | "rich" }
  | { readonly kind: "number" }
  | { readonly kind: "integer" }
  /** `currency` an ISO code; `null` only where the product's currency is not shown. */
  | { readonly kind: "money"; readonly currency: string | null; readonly currencyField?: string }
  | { readonly kind: "percent" }
  | { readonly kind: "yes/no" }
  | { readonly kind: "date" }
  | { readonly kind: "time" }
  | { readonly kind: "date and time" }
  | { readonly kind: "duration" }
  /** Texts with a form of their own. */
  | { readonly kind: "formatted"; readonly format: TextFormat }
  /** `many`: a list of files. `image`: only images. */
  | { readonly kind: "file"; readonly many: boolean; readonly image: boolean }
  /** `renamed`: choices that were called otherwise before (`fair was ok`); stored values move with them. */
  | { readonly kind: "one of"; readonly choices: readonly string[]; readonly renamed?: readonly Renamed[] }
  | { readonly kind: "any of"; readonly choices: readonly string[]; readonly renamed?: readonly Renamed[] }
  | { readonly kind: "texts" }
  | { readonly kind: "reference"; readonly entity: string; readonly role?: string }
  /** Many to many. */
  | { readonly kind: "references"; readonly entity: string }
  /** The records of `entity` whose `by` is this one; nothing stored. */
  | { readonly kind: "inverse"; readonly entity: string; readonly by: string }
  | { readonly kind: "sequence"; readonly gapless: boolean; readonly pattern: readonly SequencePart[]; readonly takenOn: string | null }
  | { readonly kind: "random text"; readonly length: number }
  | { readonly kind: "secret key" }
  | { readonly kind: "secret link"; readonly screen: string };

/** `counter` has its least number of digits; `field` inserts a field's value. */
export type SequencePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "year" }
  | { readonly kind: "month" }
  | { readonly kind: "counter"; readonly digits: number }
  | { readonly kind: "field"; readonly field: string };

export interface Field {
  readonly name: string;
  /** `camelCase`: the JSON key. */
  readonly key: string;
  /** `snake_case`: the SQL column. */
  readonly column: string;
  readonly type: FieldType;
  /** A computed field's expression over `this`; null for a stored one. */
  readonly computed: Expression | null;
  /** Always, never, or when a condition over `this` holds. */
  readonly required: boolean | Condition;
  readonly unique: boolean;
  readonly uniqueWithin: string | null;
  readonly default: Expression | null;
  readonly setOnce: boolean;
  readonly readOnly: boolean | Condition;
  /** Bounds on the value (numbers, dates), on the characters (text), on the count (lists, files). */
  readonly atLeast: Expression | null;
  readonly atMost: Expression | null;
  /** A regular expression for the whole text. */
  readonly matching: string | null;
  readonly hidden: boolean;
  readonly secret: boolean;
  /** That person's data: the field naming the person, `this` for a User's own; null where not personal. */
  readonly personalOf: string | null;
  /** For a reference: what happens to this record when the one that it names is deleted. */
  readonly whenDeleted: "forbid" | "delete too" | "empty it";
  readonly was: string | null;
  readonly source: Span | null;
}
