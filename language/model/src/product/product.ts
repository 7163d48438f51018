/**
 * The checked product: plain readonly data, JSON-serialisable, made by the compiler, read by every target.
 *
 * Nothing here is text to parse again: expressions are typed trees. Each element carries its `source`.
 * Names are the document's own words; `id` are the derived identifiers (see identifiers.ts).
 */
import type { Span } from "@nonet/source";
import type { About } from "../about/about.ts";
import type { Call } from "../calls/call.ts";
import type { Constant } from "../constants/constant.ts";
import type { Calendar, DecisionTable, NamedFunction } from "../constants/function.ts";
import type { Entity } from "../entities/entity.ts";
import type { ErrorEntry } from "../errors/error-entry.ts";
import type { Example } from "../examples/example.ts";
import type { Permissions } from "../roles/permission.ts";
import type { Rule } from "../rules/rule.ts";
import type { Screen } from "../screens/screen.ts";
import type { Machine } from "../states/machine.ts";

export interface Product {
  /** Format of this data, raised when readers must change. */
  readonly format: 1;
  readonly name: string;
  /** The document's own title (`# …`), prose of point 1 and its attributes. */
  readonly about: About;
  readonly screens: readonly Screen[];
  /** `User` is always there, first. Owned parts are entities too. */
  readonly entities: readonly Entity[];
  readonly machines: readonly Machine[];
  readonly rules: readonly Rule[];
  readonly permissions: Permissions;
  readonly calls: readonly Call[];
  readonly errors: readonly ErrorEntry[];
  readonly constants: readonly Constant[];
  readonly functions: readonly NamedFunction[];
  readonly tables: readonly DecisionTable[];
  readonly calendars: readonly Calendar[];
  readonly examples: readonly Example[];
  /** The nine points in order, as they stand. */
  readonly points: readonly Point[];
  /** Every open thing with what depends on it. */
  readonly notShown: readonly NotShown[];
  /** Each file's name and text, so that spans can be shown. */
  readonly sources: readonly { readonly name: string; readonly text: string }[];
  /** SHA-256 hex of the sources: the specification's version; passed in by the host, "" when unknown. */
  readonly version: string;
}

export type PointState = "written" | "not shown" | "missing" | "none";

export interface Point {
  readonly number: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  readonly title: string;
  readonly state: PointState;
  readonly source: Span | null;
}

export interface NotShown {
  /** What is not shown, in words: `point 2`, `payment address`, `When of LEDGER_FAILED`. */
  readonly what: string;
  readonly source: Span;
  /** What hangs on it, in words with places, nearest first. */
  readonly affects: readonly { readonly what: string; readonly source: Span | null }[];
}
