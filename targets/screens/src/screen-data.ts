/**
 * Every screen as data: what the product's front end draws, and all it knows about the document.
 * Made for one asker: what they may not see isn't there. JSON-serialisable.
 */
import type { SourceLocation } from "@nonet/model";

/** `GET /api/product`: everything the front end needs once. */
export interface ProductData {
  readonly name: string;
  readonly title: string;
  readonly prose: readonly string[];
  readonly language: string;
  readonly timeZone: string;
  readonly currency: string | null;
  readonly colour: string | null;
  /** Where its picture is; null where it has none. */
  readonly logo: string | null;
  readonly version: string;
  readonly signIn: { readonly methods: readonly string[]; readonly registersAs: string | null };
  /** Whether something is decided by several people, so that one may name a deputy. */
  readonly decides: boolean;
  readonly rehearsal: boolean;
  /** Every role of the document, for the Owner's page of people; empty for everyone else. */
  readonly roles: readonly string[];
  /** Menu entries in the document's order, for this asker. */
  readonly menu: readonly { readonly label: string; readonly route: string; readonly group: string | null; readonly screen: string }[];
  readonly screens: readonly ScreenData[];
  readonly entities: readonly EntityData[];
  /** The nine points as they stand, for the document page and an empty specification's home. */
  readonly points: readonly ({ readonly number: number; readonly title: string; readonly state: string; readonly brings: string } & SourceLocation)[];
  /** The names of the document's files where it has several, in their order; else empty. */
  readonly files: readonly string[];
}

export interface EntityData extends SourceLocation {
  readonly name: string;
  readonly plural: string;
  /** URL segment under /api. */
  readonly path: string;
  readonly fields: readonly FieldData[];
  readonly states: readonly string[];
  /** Keys of the states of further machines. */
  readonly stateKeys: readonly string[];
  readonly mayCreate: boolean;
  /** What the action that makes one asks for besides its fields. */
  readonly askedAtMaking: readonly FieldData[];
  /** Whether the asker may update some record at all (each record says for itself through `actions`). */
  readonly mayUpdate: boolean;
  readonly mayDelete: boolean;
  /** Whether the asker may read the history of some record. */
  readonly mayHistory: boolean;
  readonly actions: readonly ActionData[];
  /** The route of this entity's record screen for the asker (`/loans/:number`), or null. */
  readonly recordRoute: string | null;
  readonly recordParameter: string;
  /** The JSON key of the field that names a record best on a card, or null. */
  readonly titleKey: string | null;
  /** Whether deleting keeps the record out of sight instead. */
  readonly archives: boolean;
  /** Parts: the whole's list key. */
  readonly partOf: string | null;
}

export interface ActionData extends SourceLocation {
  readonly name: string;
  readonly path: string;
  readonly asks: readonly FieldData[];
  readonly from: readonly string[];
  readonly to: string | null;
  /** Several people decide it: what a no asks for. */
  readonly decision: { readonly refusing: readonly FieldData[] } | null;
}

export interface FieldData extends SourceLocation {
  readonly name: string;
  readonly key: string;
  readonly label: string;
  readonly control:
    | "text"
    | "long text"
    | "number"
    | "integer"
    | "money"
    | "percent"
    | "yes/no"
    | "date"
    | "time"
    | "date and time"
    | "choice"
    | "choices"
    | "reference"
    | "references"
    | "file"
    | "files"
    | "image"
    | "images"
    | "email"
    | "phone"
    | "web address"
    | "colour"
    | "rich text"
    | "duration"
    | "address"
    | "location"
    | "country"
    | "language"
    | "currency"
    | "time zone"
    | "secret"
    | "secret key"
    | "secret link"
    | "parts"
    | "list"
    | "texts"
    | "readonly";
  readonly choices: readonly string[];
  /** The referred (or listed) entity's name. */
  readonly entity: string | null;
  readonly required: boolean;
  /** A required-when or read-only-when condition exists: the server decides. */
  readonly conditional: boolean;
  readonly computed: boolean;
  readonly writableOnCreate: boolean;
  readonly writableOnUpdate: boolean;
  readonly atLeast: string | null;
  readonly atMost: string | null;
  readonly currency: string | null;
  /** The key of the field beside it that holds the money's currency; null where `currency` says it. */
  readonly currencyKey?: string | null;
  /** The role that whoever is chosen must have. */
  readonly role?: string | null;
  /** The initial value on a form where it needs no record: today's date for `today()` is `{today: true}`, me is `{me: true}`. */
  readonly default: string | boolean | { readonly today: true } | { readonly me: true } | null;
  /** What an action asks for and the record itself holds: without a value sent it stays as it is. */
  readonly own?: true;
  /** Of a part: asked by the action that makes one, and no field of it afterwards. */
  readonly atMaking?: true;
  /** The fields of each part, where `control` is `parts`. */
  readonly parts: readonly FieldData[];
}

export interface ColumnData {
  /** Dotted JSON keys as the list API takes them in `fields`. */
  readonly key: string;
  /** The path in the document's words, for a `where` over it: `item.category`, `start date`. */
  readonly path: string;
  readonly label: string;
  readonly control: FieldData["control"];
  /** Whether the list API can sort by it. */
  readonly sortable: boolean;
  readonly currency: string | null;
  /** The dotted key of the field that holds the money's currency. */
  readonly currencyKey?: string | null;
  readonly choices: readonly string[];
  readonly entity: string | null;
}

export interface ListData {
  readonly entity: string;
  /** The screen to name in the list request, so that its own condition applies; null for element lists. */
  readonly screen: string | null;
  /** A related list's title, to be named beside its screen; null elsewhere. */
  readonly list: string | null;
  /** The field whose values head the groups; the rows come in its order. */
  readonly groupBy: ColumnData | null;
  /** What a line of an import may give: JSON keys with their labels. */
  /** Fields that together name an existing record: a line that fits one changes it. */
  readonly importMatch: readonly { readonly keys: readonly string[]; readonly label: string }[];
  readonly importKeys: readonly { readonly key: string; readonly label: string; readonly required: boolean }[];
  readonly columns: readonly ColumnData[];
  readonly searchable: boolean;
  readonly filters: readonly ColumnData[];
  readonly sort: readonly string[];
  readonly pageSize: number;
  readonly actions: readonly string[];
  /** Rows for which `highlight` in the item's `_highlight` is set get the colour. */
  readonly highlights: boolean;
  readonly empty: string | null;
  readonly export: readonly string[];
  readonly import: readonly string[];
  readonly mayCreate: boolean;
  /** Numbers of the defaults that made this list what it is (columns, sort). */
  readonly defaults: readonly number[];
  /** The form's route for New, or null: a derived form in a dialog. */
  readonly createRoute: string | null;
}

export interface ScreenData extends SourceLocation {
  readonly name: string;
  readonly route: string;
  readonly derived: boolean;
  readonly prose: string;
  /** Numbers of the defaults that shaped this screen. */
  readonly defaults: readonly number[];
  readonly body:
    | { readonly kind: "list"; readonly list: ListData }
    | { readonly kind: "board"; readonly list: ListData; readonly by: string; readonly columns: readonly string[] }
    | { readonly kind: "calendar"; readonly list: ListData; readonly from: string; readonly to: string | null }
    | { readonly kind: "timeline"; readonly list: ListData; readonly by: ColumnData | null; readonly from: string; readonly to: string }
    | { readonly kind: "tree"; readonly list: ListData; readonly by: string }
    | {
        readonly kind: "record";
        readonly entity: string;
        /** Whether the screen's data hold a title, or what shows only at times. */ readonly asks: boolean;
        readonly parameter: string;
        readonly sections: readonly { readonly title: string | null; readonly tab: boolean; readonly fields: readonly FieldData[] }[];
        readonly lists: readonly { readonly title: string; readonly list: ListData; readonly by: string }[];
        readonly actions: readonly string[] | null;
      }
    | {
        readonly kind: "call form";
        readonly call: string;
        readonly method: string;
        readonly path: string;
        readonly steps: readonly { readonly title: string | null; readonly fields: readonly FieldData[] }[];
        readonly prefills: boolean;
        readonly afterSaving: string | null;
      }
    | {
        readonly kind: "form";
        readonly entity: string;
        readonly action: string | null;
        /** Of the action that makes the record, where the form names one: its piece of the address. */ readonly makes: string | null;
        /** Whether the screen's data hold values to begin with. */ readonly prefills: boolean;
        /** Whether fields show only at times. */ readonly conditional: boolean;
        readonly steps: readonly { readonly title: string | null; readonly fields: readonly FieldData[] }[];
        readonly afterSaving: string | null;
      }
    | {
        readonly kind: "dashboard";
        readonly elements: readonly (
          | ({ readonly kind: "number"; readonly title: string; readonly currency: string | null } & SourceLocation)
          | ({ readonly kind: "chart"; readonly title: string; readonly form: string; readonly currency: string | null } & SourceLocation)
          | ({ readonly kind: "list"; readonly title: string; readonly list: ListData } & SourceLocation)
          | ({ readonly kind: "text"; readonly title: string; readonly text: string } & SourceLocation)
        )[];
      }
    | {
        readonly kind: "report";
        readonly entity: string;
        readonly rows: readonly string[];
        readonly columns: readonly string[];
        readonly values: readonly {
          readonly label: string;
          readonly currency: string | null;
          /** Whether the values of groups may be added up: count and sum. */ readonly adds: boolean;
        }[];
      }
    | { readonly kind: "page" }
    /** What it shows is not shown; `needs` names that among what is open. */
    | { readonly kind: "open"; readonly needs: string };
}
