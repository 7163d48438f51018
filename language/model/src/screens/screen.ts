/** Point 2: screens as the document states them. The package targets/screens turns them into data for the front end. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";
import type { SortKey } from "../entities/entity.ts";
import type { Condition } from "../expressions/condition.ts";
import type { Template } from "../expressions/template.ts";

export interface Screen {
  readonly name: string;
  /** The path, which can have a parameter: `/loans/:number`. */
  readonly route: string;
  readonly shows: Shows;
  /** Names of roles, `everyone` or `anyone`. Rows of point 6 replace it; see audience.ts. */
  readonly for: readonly string[];
  /** Whether the screen is in the menu, or the name of its group there. */
  readonly menu: boolean | string;
  /** The description in the document, "" if there is none. */
  readonly prose: string;
  /** True for a screen that the document doesn't state: point 2 is not shown, or a list needs a page for its records. */
  readonly derived: boolean;
  /** null for a derived screen. */
  readonly source: Span | null;
}

/** A field, or a field of a record that it refers to, as a column or filter. */
export interface FieldPath {
  /** The names of the fields: `item.name` is `["item", "name"]`. */
  readonly path: readonly string[];
  /** The path over `this`. */
  readonly expression: Expression;
  /** The text of the column header. */
  readonly label: string;
}

/** A parameter in the route of a form. It names a record by a unique field or by `id`. */
export interface RouteParameter {
  /** As in the route, without the colon. */
  readonly name: string;
  /** The field of the new record that refers to the record; null for the record on which the action runs. */
  readonly fills: string | null;
  /** The entity of the record that the parameter names. */
  readonly entity: string;
}

/** The route that opens after a form is saved. */
export interface Target {
  /** As the document writes it, with its parameters. */
  readonly route: string;
  /** For each parameter of the route, the path of its value in the saved record: `number`, or `concert.slug` over a reference. */
  readonly fills: readonly { readonly parameter: string; readonly path: readonly string[] }[];
}

/** An action that a record page or a list offers although it isn't one of the record's own actions. */
export interface OfferedAction {
  readonly entity: string;
  readonly action: string;
  /** True if the action creates a record of `entity`. */
  readonly creates: boolean;
  /**
   * If the action creates a record: the field of the new record that refers to the record of the page. Otherwise: the
   * field of the page's record that refers to the record on which the action runs. null if there is no such field.
   */
  readonly through: string | null;
  readonly source: Span;
}

/** What a screen shows. `where` restricts the records of `entity`; null for all of them. */
export type Shows =
  | { readonly kind: "list"; readonly entity: string; readonly where: Condition | null; readonly list: ListDetails }
  /** A column for each value of `by`. */
  | { readonly kind: "board"; readonly entity: string; readonly by: FieldPath; readonly where: Condition | null; readonly list: ListDetails }
  /** `to` is null for records on a single day. */
  | ({
      readonly kind: "calendar";
      readonly entity: string;
      readonly from: FieldPath;
      readonly to: FieldPath | null;
      readonly where: Condition | null;
    } & Selecting)
  /** A line for each value of `by`. */
  | ({
      readonly kind: "timeline";
      readonly entity: string;
      readonly by: FieldPath;
      readonly from: FieldPath;
      readonly to: FieldPath;
      readonly where: Condition | null;
    } & Selecting)
  /** `by` refers to the parent record. */
  | { readonly kind: "tree"; readonly entity: string; readonly by: FieldPath }
  /** The page of one record. */
  | {
      readonly kind: "record";
      readonly entity: string;
      /** The field that identifies the record in the route, or `id`; null for the record of the secret link that opens the screen. */
      readonly parameter: string | null;
      /** null for the text that stands for the record. */
      readonly title: Template | null;
      /** Empty for all fields in one section. */
      readonly sections: readonly Section[];
      readonly lists: readonly ListElement[];
      /** Names of actions; null for all of them. */
      readonly actions: readonly string[] | null;
      /** Further actions that the page offers: of other entities, or actions that create a record. */
      readonly offers: readonly OfferedAction[];
      /** Fields that are only visible while a condition over `this` holds. */
      readonly showWhen: readonly { readonly field: string; readonly condition: Condition }[];
    }
  /** A form that creates a record, or runs an action. */
  | {
      readonly kind: "form";
      readonly entity: string;
      /** The action that the form runs; null if it creates a record. */
      readonly action: string | null;
      /** The parameters of the route, in order. */
      readonly parameters: readonly RouteParameter[];
      /** The pages of the form; `title` is null if there is only one. */
      readonly steps: readonly { readonly title: string | null; readonly fields: readonly string[] }[];
      /** Initial values of fields. */
      readonly prefill: readonly { readonly field: string; readonly value: Expression }[];
      /** Fields that are only visible while a condition over `this` holds. */
      readonly showWhen: readonly { readonly field: string; readonly condition: Condition }[];
      /** null for the record's page. */
      readonly afterSaving: Target | null;
    }
  /** A form whose fields are the input of an offered call. */
  | {
      readonly kind: "call form";
      readonly call: string;
      readonly steps: readonly { readonly title: string | null; readonly fields: readonly string[] }[];
      readonly prefill: readonly { readonly field: string; readonly value: Expression }[];
      /** Its parameters are filled with values of the answer. */
      readonly afterSaving: Target | null;
    }
  | { readonly kind: "dashboard"; readonly elements: readonly DashboardElement[] }
  /** A table of totals, grouped by `rows` and `columns`. */
  | {
      readonly kind: "report";
      readonly entity: string;
      readonly where: Condition | null;
      readonly rows: readonly Group[];
      readonly columns: readonly Group[];
      readonly values: readonly Aggregate[];
      readonly sees: Sees;
    }
  /** Prose with other elements between it, in the document's order. */
  | { readonly kind: "page"; readonly elements: readonly PageElement[] }
  /** What the screen shows is not shown; `open` is its name in `Product.notShown`. */
  | { readonly kind: "open"; readonly open: string };

/** What people can search and filter the records by. */
interface Selecting {
  readonly search: readonly FieldPath[];
  readonly filters: readonly FieldPath[];
}

export interface ListDetails {
  /** null for the default columns (default 8). */
  readonly columns: readonly FieldPath[] | null;
  /** The fields that the search box searches. */
  readonly search: readonly FieldPath[];
  readonly filters: readonly FieldPath[];
  /** Empty for the entity's own order. */
  readonly sort: readonly (SortKey & { readonly expression: Expression })[];
  /** null for a list without groups. */
  readonly groupBy: FieldPath | null;
  /** Records on a page; null for the default. */
  readonly pageSize: number | null;
  /** Names of actions; null for all of them. */
  readonly actions: readonly string[] | null;
  /** Further actions that the screen offers: of other entities, or actions that create a record. */
  readonly offers: readonly OfferedAction[];
  /** Colors of rows for which a condition over `this` holds. */
  readonly highlight: readonly { readonly colour: string; readonly when: Condition }[];
  /** The text of an empty list; null for the default text. */
  readonly empty: string | null;
  /** The file formats that the list offers. */
  readonly export: readonly ("csv" | "xlsx")[];
  readonly import: readonly ("csv" | "xlsx")[];
}

/** A group of fields on a record page. */
export interface Section {
  /** "" for fields without a heading. */
  readonly title: string;
  /** True if the section is a tab. */
  readonly tab: boolean;
  /** Names of fields. */
  readonly fields: readonly string[];
  readonly source: Span;
}

/** A list of records on a dashboard or a record page. On a record page, `where` can also use the record of the page. */
export interface ListElement {
  readonly title: string;
  readonly entity: string;
  readonly where: Condition | null;
  /** The list field of the record whose page it is; null on a dashboard. */
  readonly field: string | null;
  readonly columns: readonly FieldPath[];
  /** Empty for the entity's own order. */
  readonly sort: ListDetails["sort"];
  /** The most records that it shows, the first ones of its order; null for as many as such a list shows. */
  readonly most: number | null;
  /** The title of the tab that contains the list; null for the page itself, and on a dashboard. */
  readonly tab: string | null;
  readonly source: Span;
}

/** The records from which a value is made: those that the reader may read, or everything (`Sees: everything`). */
export type Sees = "reader" | "everything";

/** `for`: names of roles, `everyone` or `anyone`; null for everybody for whom the screen is. */
interface ForSome {
  readonly for: readonly string[] | null;
}

export type DashboardElement =
  | ({ readonly kind: "number"; readonly title: string; readonly value: Expression; readonly sees: Sees; readonly source: Span } & ForSome)
  | ({
      readonly kind: "chart";
      readonly title: string;
      readonly form: "bars" | "line" | "area" | "pie";
      readonly entity: string;
      readonly where: Condition | null;
      readonly value: Aggregate;
      readonly by: Group;
      readonly sees: Sees;
      readonly source: Span;
    } & ForSome)
  | ({ readonly kind: "list" } & ListElement & ForSome)
  | ({ readonly kind: "text"; readonly title: string; readonly text: string; readonly source: Span } & ForSome);

/** An element of a page. Numbers, charts and lists are those of a dashboard. */
export type PageElement =
  | Exclude<DashboardElement, { readonly kind: "text" }>
  /** Markdown as the document writes it. */
  | { readonly kind: "prose"; readonly text: string }
  /** `file`: an `https:` address, or a file in the document's folder. `title` describes the picture. */
  | { readonly kind: "picture"; readonly title: string; readonly file: string; readonly source: Span }
  /** The form of another screen, which decides who may use it. */
  | { readonly kind: "form"; readonly title: string; readonly screen: string; readonly source: Span };

/** Groups records by a value, or by the day, week, month, quarter or year of a date. */
export interface Group {
  readonly of: FieldPath;
  readonly bucket: "value" | "day" | "week" | "month" | "quarter" | "year";
  readonly label: string;
}

/** A value computed from a group of records. */
export interface Aggregate {
  readonly function: "count" | "sum" | "mean" | "min" | "max";
  /** null for `count`. */
  readonly of: FieldPath | null;
  readonly label: string;
}
