/** Point 3: entities and their fields. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";
import type { Condition } from "../expressions/condition.ts";
import type { Statement } from "../statements/statement.ts";
import type { TextFormat } from "./formatted-texts.ts";

export interface Entity {
  readonly name: string;
  readonly plural: string;
  /** The name of the SQL table: `snake_case`, singular. */
  readonly table: string;
  /** The URL segment under /api: `kebab-case`, plural. */
  readonly path: string;
  /** The description in the document, "" if there is none. */
  readonly prose: string;
  /** In the order of the document. */
  readonly fields: readonly Field[];
  /**
   * For a part: the entity whose records own it, the `field` of the part that refers to its owner, and the `list` field of
   * the owner that contains its parts. null for an entity that isn't part of another.
   */
  readonly partOf: { readonly entity: string; readonly field: string; readonly list: string } | null;
  /** The text that stands for a record, as an expression over `this`. */
  readonly shownAs: Expression;
  /** Names of fields whose values together are unique. */
  readonly unique: readonly { readonly fields: readonly string[]; readonly source: Span }[];
  /** The default order of lists; empty for the newest records first. */
  readonly sort: readonly SortKey[];
  /** A condition over `this` under which a record can't be changed; null for none. */
  readonly lockedWhile: Condition | null;
  /** Whether records can be deleted (`archives`: a deleted record is archived), a condition under which they can't, and one under which alone they can. `source` is null if the document doesn't say. */
  readonly deleting: {
    readonly allowed: "always" | "never" | "archives";
    readonly notWhile: Condition | null;
    readonly onlyWhile: Condition | null;
    readonly source: Span | null;
  };
  /** Records that exist when the product starts for the first time, in the order of the document. */
  /** What puts off an erasure of the personal data in a record. `code`: its error in the catalogue; null for the built-in one. */
  readonly erasing: readonly { readonly refusedWhile: Condition; readonly code: string | null }[];
  readonly initialRecords: readonly InitialRecord[];
  /** Statements that run after a record is created or changed, or enters or leaves a state: after the effects of the action, in the order of the document. */
  readonly events: readonly EntityEvent[];
  /** False if changes are not recorded in the history. */
  readonly history: boolean;
  /** The line by which people can comment on records; absent if they can't. */
  readonly comments?: Span;
  /** True for `User`, which exists in every product. */
  readonly builtIn: boolean;
  /** The former name; null if the entity wasn't renamed. */
  readonly was: string | null;
  /** null for `User` if the document doesn't describe it. */
  readonly source: Span | null;
}

export type EntityEvent = { readonly then: readonly Statement[]; readonly source: Span } & (
  | { readonly on: "create" }
  /** `field` is null for a change of any field. */
  | { readonly on: "change"; readonly field: string | null }
  | { readonly on: "enter" | "leave"; readonly state: string; readonly machine: string }
);

export interface SortKey {
  /** The name of the field. */
  readonly field: string;
  readonly descending: boolean;
}

export interface InitialRecord {
  /** Values by field name. A reference is the text that stands for the other record, or the value of one of its unique fields. */
  readonly values: Readonly<Record<string, Expression>>;
  readonly source: Span;
}

/** A choice that was renamed, with its former and its current name. */
export interface Renamed {
  readonly from: string;
  readonly to: string;
}

export type FieldType =
  /** `long` text has several lines; `rich` text is sanitized HTML. */
  | { readonly kind: "text"; readonly form: "plain" | "long" | "rich" }
  | { readonly kind: "number" }
  | { readonly kind: "integer" }
  /** `currency` is an ISO 4217 code, null if the currency of the product is not shown. `currencyField`: the field that holds the currency, of the same record or, as a path (`order.currency`), of a record to which it refers. */
  | { readonly kind: "money"; readonly currency: string | null; readonly currencyField?: string }
  | { readonly kind: "percent" }
  | { readonly kind: "yes/no" }
  | { readonly kind: "date" }
  | { readonly kind: "time" }
  | { readonly kind: "date and time" }
  | { readonly kind: "duration" }
  /** A text in a given format; see formatted-texts.ts. */
  | { readonly kind: "formatted"; readonly format: TextFormat }
  /** `many`: a list of files. `image`: only images. */
  | { readonly kind: "file"; readonly many: boolean; readonly image: boolean }
  /** `renamed`: choices that were renamed (`fair was ok`); an upgrade changes the stored values. */
  | { readonly kind: "one of"; readonly choices: readonly string[]; readonly renamed?: readonly Renamed[] }
  | { readonly kind: "any of"; readonly choices: readonly string[]; readonly renamed?: readonly Renamed[] }
  /** A list of texts, or of values of another simple type. */
  | { readonly kind: "texts"; readonly of?: ListedType }
  /** `role`: the person must have this role; only for `User`. */
  | { readonly kind: "reference"; readonly entity: string; readonly role?: string }
  /** Many to many. `role`: each person must have this role; only for `User`. */
  | { readonly kind: "references"; readonly entity: string; readonly role?: string }
  /** The records of `entity` whose field `by` refers to this record. Not stored. */
  | { readonly kind: "inverse"; readonly entity: string; readonly by: string }
  /** A number from a sequence. `gapless`: no number is skipped. `takenOn`: the action that takes the number, null when the record is created. */
  | { readonly kind: "sequence"; readonly gapless: boolean; readonly pattern: readonly SequencePart[]; readonly takenOn: string | null }
  /** `length` is in characters. */
  | { readonly kind: "random text"; readonly length: number }
  | { readonly kind: "secret key" }
  /** `screen`: the name of the screen that the link opens. */
  | { readonly kind: "secret link"; readonly screen: string };

/** A simple type that a list can hold. */
export type ListedType = Extract<FieldType, { kind: "number" | "integer" | "money" | "percent" | "yes/no" | "date" | "time" | "date and time" | "duration" | "formatted" }>;

/** One part of a sequence's pattern. `counter` is padded with zeros to `digits`; `field` inserts the value of a field. */
export type SequencePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "year" }
  | { readonly kind: "month" }
  | { readonly kind: "counter"; readonly digits: number }
  | { readonly kind: "field"; readonly field: string };

export interface Field {
  readonly name: string;
  /** The JSON key, in `camelCase`. */
  readonly key: string;
  /** The name of the SQL column, in `snake_case`. */
  readonly column: string;
  readonly type: FieldType;
  /** The expression over `this` of a computed field; null for a stored field. */
  readonly computed: Expression | null;
  /** True, false, or a condition over `this` under which a value is required. */
  readonly required: boolean | Condition;
  readonly unique: boolean;
  /** The name of another field: the value is unique among the records with the same value there. null for none. */
  readonly uniqueWithin: string | null;
  /** null for no default. */
  readonly default: Expression | null;
  /** True if the value can't be changed once it is set. */
  readonly setOnce: boolean;
  /** True, false, or a condition over `this` under which people can't change the value. */
  readonly readOnly: boolean | Condition;
  /** The lower bound: of a number, date or duration, of the characters of a text, or of the elements of a list. null for none. */
  readonly atLeast: Expression | null;
  /** The upper bound, measured like `atLeast`. null for none. */
  readonly atMost: Expression | null;
  /** True if the value must be more than `atLeast`, and not equal to it. */
  readonly excludesLeast?: boolean;
  /** True if the value must be less than `atMost`, and not equal to it. */
  readonly excludesMost?: boolean;
  /** The only whole numbers that an integer can be, as their digits; missing if any is allowed. */
  readonly onlyValues?: readonly string[];
  /** A regular expression (ECMAScript) that the whole text must match; null for none. */
  readonly matching: string | null;
  /** True if only grants that name the field disclose it. */
  readonly hidden: boolean;
  /** True if the value can be written but never read. */
  readonly secret: boolean;
  /** True if a new record whose value is taken gets a number after it, instead of being refused; only with `unique`. */
  readonly madeUnique?: boolean;
  /** The person whose personal data this is: the name of the field that refers to them, or `this` in a User. null if the value isn't personal data. */
  readonly personalOf: string | null;
  /** For a secret link: the condition over `this` from which on it no longer opens; null: it never ends. */
  readonly endsWhen: Condition | null;
  /** For a reference: what happens to this record when the other record is deleted. */
  readonly whenDeleted: "forbid" | "delete too" | "empty it";
  /** The former name; null if the field wasn't renamed. */
  readonly was: string | null;
  /** null for a field that every product has. */
  readonly source: Span | null;
}
