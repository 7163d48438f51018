/** Point 2: screens as the document says them (targets/screens turns them into data that can be drawn). */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";
import type { SortKey } from "../entities/entity.ts";
import type { Condition } from "../expressions/condition.ts";
import type { Template } from "../expressions/template.ts";

export interface Screen {
  readonly name: string;
  /** `/loans/:number`. */
  readonly route: string;
  readonly shows: Shows;
  /** Roles, `everyone` or `anyone`. */
  readonly for: readonly string[];
  /** In the menu, not in it, or under a group. Default: yes where the route has no parameter. */
  readonly menu: boolean | string;
  readonly prose: string;
  /** True for a screen that no line says: derived because point 2 is open, or a record's page that a list needs. */
  readonly derived: boolean;
  readonly source: Span | null;
}

/** A column, filter or sorted path: `item.name` as its steps, with the typed path over `this`. */
export interface FieldPath {
  readonly path: readonly string[];
  readonly expression: Expression;
  readonly label: string;
}

export type Shows =
  | { readonly kind: "list"; readonly entity: string; readonly where: Condition | null; readonly list: ListDetails }
  | { readonly kind: "board"; readonly entity: string; readonly by: FieldPath; readonly where: Condition | null; readonly list: ListDetails }
  | { readonly kind: "calendar"; readonly entity: string; readonly from: FieldPath; readonly to: FieldPath | null; readonly where: Condition | null }
  | { readonly kind: "timeline"; readonly entity: string; readonly by: FieldPath; readonly from: FieldPath; readonly to: FieldPath; readonly where: Condition | null }
  | { readonly kind: "tree"; readonly entity: string; readonly by: FieldPath }
  /** `parameter`: the field that the route's `:param` names, or `id`. */
  | {
      readonly kind: "record";
      readonly entity: string;
      readonly parameter: string;
      readonly title: Template | null;
      readonly sections: readonly Section[];
      readonly lists: readonly ListElement[];
      readonly actions: readonly string[] | null;
      readonly showWhen: readonly { readonly field: string; readonly condition: Condition }[];
    }
  /** `action` null: creates. */
  | {
      readonly kind: "form";
      readonly entity: string;
      readonly action: string | null;
      readonly steps: readonly { readonly title: string | null; readonly fields: readonly string[] }[];
      readonly prefill: readonly { readonly field: string; readonly value: Expression }[];
      readonly showWhen: readonly { readonly field: string; readonly condition: Condition }[];
      readonly afterSaving: string | null;
    }
  /** Runs an offered call with what it takes. */
  | {
      readonly kind: "call form";
      readonly call: string;
      readonly steps: readonly { readonly title: string | null; readonly fields: readonly string[] }[];
      readonly prefill: readonly { readonly field: string; readonly value: Expression }[];
      readonly afterSaving: string | null;
    }
  | { readonly kind: "dashboard"; readonly elements: readonly DashboardElement[] }
  | {
      readonly kind: "report";
      readonly entity: string;
      readonly where: Condition | null;
      readonly rows: readonly Group[];
      readonly columns: readonly Group[];
      readonly values: readonly Aggregate[];
    }
  | { readonly kind: "page" }
  /** What it shows is not shown; `open` names it among the open things. */
  | { readonly kind: "open"; readonly open: string };

export interface ListDetails {
  /** null: not said, the default applies. */
  readonly columns: readonly FieldPath[] | null;
  readonly search: readonly FieldPath[];
  readonly filters: readonly FieldPath[];
  readonly sort: readonly (SortKey & { readonly expression: Expression })[];
  readonly groupBy: FieldPath | null;
  readonly pageSize: number | null;
  /** null: every action. */
  readonly actions: readonly string[] | null;
  readonly highlight: readonly { readonly colour: string; readonly when: Condition }[];
  readonly empty: string | null;
  readonly export: readonly ("csv" | "xlsx")[];
  readonly import: readonly ("csv" | "xlsx")[];
}

export interface Section {
  readonly title: string;
  readonly tab: boolean;
  readonly fields: readonly string[];
  readonly source: Span;
}

/** A list of records inside a dashboard or a record page. On a record page `of` is over `this`. */
export interface ListElement {
  readonly title: string;
  readonly entity: string;
  readonly where: Condition | null;
  /** The inverse list on the record shown; null on a dashboard. */
  readonly field: string | null;
  readonly columns: readonly FieldPath[];
  readonly source: Span;
}

export type DashboardElement =
  | { readonly kind: "number"; readonly title: string; readonly value: Expression; readonly source: Span }
  | {
      readonly kind: "chart";
      readonly title: string;
      readonly form: "bars" | "line" | "area" | "pie";
      readonly entity: string;
      readonly where: Condition | null;
      readonly value: Aggregate;
      readonly by: Group;
      readonly source: Span;
    }
  | ({ readonly kind: "list" } & ListElement)
  | { readonly kind: "text"; readonly title: string; readonly text: string; readonly source: Span };

/** A grouping: the value of a path, or its month, quarter, year, week or day. */
export interface Group {
  readonly of: FieldPath;
  readonly bucket: "value" | "day" | "week" | "month" | "quarter" | "year";
  readonly label: string;
}

export interface Aggregate {
  readonly function: "count" | "sum" | "mean" | "min" | "max";
  /** null for count. */
  readonly of: FieldPath | null;
  readonly label: string;
}
