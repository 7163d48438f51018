/**
 * The compiled product: plain read-only data that the compiler produces and every target reads.
 *
 * It can be serialized as JSON. Expressions are typed trees, so no reader parses text again. `source` is where the document
 * states an element. Elements refer to each other by their names in the document; see identifiers.ts for derived identifiers.
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
  /** The version of this format, raised with every incompatible change. */
  readonly format: 1;
  /** The Name of point 1, or else the title of the document. */
  readonly name: string;
  readonly about: About;
  readonly screens: readonly Screen[];
  /** The first is always `User`. Parts of other entities are included. */
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
  /** The nine points, in order. */
  readonly points: readonly Point[];
  /** Everything that is not shown, with what depends on it. */
  readonly notShown: readonly NotShown[];
  /** The files of the specification: `file` of a span is an index in this list. */
  readonly sources: readonly { readonly name: string; readonly text: string }[];
  /** The version of the specification: the SHA-256 hash of its files in hexadecimal, computed by the host. "" if unknown. */
  readonly version: string;
}

/** `none`: the point says that there is nothing. `missing`: it has no heading. */
export type PointState = "written" | "not shown" | "missing" | "none";

export interface Point {
  readonly number: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  readonly title: string;
  readonly state: PointState;
  /** null if the point is missing. */
  readonly source: Span | null;
}

/** An open point: something that the document marks as `not shown`, or leaves out. */
export interface NotShown {
  /** Its name: `point 2`, `payment address`, `When of LEDGER_FAILED`. */
  readonly what: string;
  readonly source: Span;
  /** What depends on it, the nearest in the document first. `source` is null for an element that the document doesn't state. */
  readonly affects: readonly { readonly what: string; readonly source: Span | null }[];
}
