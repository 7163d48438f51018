/**
 * Every screen as data: all that the front end draws and knows about the document.
 * Planned for one reader: what the reader may not see is absent. Serializable as JSON.
 */
import type { SourceLocation, StateColour, TextFormat } from "@nonet/model";
import type { RecordEnd } from "./states/action-question.ts";
import type { StateTone } from "./states/state-course.ts";

/** `GET /api/product`: everything that the front end loads once. */
export interface ProductData {
  readonly name: string;
  readonly title: string;
  readonly prose: readonly string[];
  /** The language that the reader sees: the interface, dates, numbers and the direction of writing. */
  readonly language: string;
  /** Names of entities, actions, states, choices and roles in the reader's language, where the document translates them. */
  readonly words: Readonly<Record<string, string>>;
  /** The languages that people can choose from, the default first. */
  readonly languages: readonly string[];
  readonly timeZone: string;
  readonly currency: string | null;
  readonly colour: string | null;
  /** The address of the logo, or null. */
  readonly logo: string | null;
  readonly version: string;
  readonly signIn: { readonly methods: readonly string[]; readonly registersAs: string | null };
  /** Whether some action is decided by several people, so that people can appoint deputies. */
  readonly decides: boolean;
  readonly rehearsal: boolean;
  /** Every role of the document, for the Owner's People page; empty for everyone else. */
  readonly roles: readonly string[];
  /** Menu entries in document order, for this reader. */
  readonly menu: readonly { readonly label: string; readonly route: string; readonly group: string | null; readonly screen: string }[];
  readonly screens: readonly ScreenData[];
  readonly entities: readonly EntityData[];
  /** The nine points and their state, for the document page and the home page of an empty specification. */
  readonly points: readonly ({ readonly number: number; readonly title: string; readonly state: string } & SourceLocation)[];
  /** The names of the document's files in order, if there are several; else empty. */
  readonly files: readonly string[];
}

/** What a page needs on which visitors sign in. `words`: of the names in it. */
export type EntranceData = Pick<ProductData, "name" | "title" | "language" | "languages" | "words" | "colour" | "logo" | "signIn" | "rehearsal">;

export interface EntityData extends SourceLocation {
  readonly name: string;
  readonly plural: string;
  /** URL segment under /api. */
  readonly path: string;
  readonly fields: readonly FieldData[];
  readonly states: readonly string[];
  /** Keys of the states of further machines. */
  readonly stateKeys: readonly string[];
  /** What each state of the entity's machines means for the work. */
  readonly tones: Readonly<Record<string, StateTone>>;
  /** The colour of each state of the entity's machines. */
  readonly colours: Readonly<Record<string, StateColour>>;
  readonly mayCreate: boolean;
  /** The input of the action that creates a record, besides the record's fields. */
  readonly askedAtMaking: readonly FieldData[];
  /** The keys of fields that a later step asks for, which a form for a new record leaves out if the document doesn't name its fields. */
  readonly askedLater: readonly string[];
  /** Whether the reader may update some record at all; `changes` of a record and `_editable` in a list decide for one record. */
  readonly mayUpdate: boolean;
  readonly mayDelete: boolean;
  /** Whether the reader may export and erase the personal data of some record that stands for a person itself. */
  readonly mayErase: boolean;
  /** Whether the reader may read the history of some record. */
  readonly mayHistory: boolean;
  /** Whoever reads a record can comment on it. */
  readonly comments?: true;
  readonly actions: readonly ActionData[];
  /** The route of this entity's record screen for the reader (`/loans/:number`), or null. */
  readonly recordRoute: string | null;
  /** The JSON key of the field in that route, or `id`. */
  readonly recordParameter: string;
  /** The JSON key of the field that names a record best, or null. */
  readonly titleKey: string | null;
  /** Whether what its records are shown as contains a date. */
  readonly datedName?: true;
  /** Whether deleting archives the record instead. */
  readonly archives: boolean;
  /** For parts: the key of the list in the owner. */
  readonly partOf: string | null;
}

export interface ActionData extends SourceLocation {
  readonly name: string;
  readonly path: string;
  readonly asks: readonly FieldData[];
  readonly from: readonly string[];
  readonly to: string | null;
  /** The states from which the action is the next step of the work. */
  readonly furtherFrom: readonly string[];
  /** The keys of the fields that must be filled in before it, as its condition says. */
  readonly needs: readonly string[];
  /** Whether it deletes the record or ends it early. */
  readonly stops: boolean;
  /** What the document has the person confirm before the action runs, or null. */
  readonly question: string | null;
  /** How it ends the record, which the person confirms where the document asks nothing. */
  readonly ends?: RecordEnd;
  /** For an action that several people decide: the input of a no, and the action that runs at the first no. */
  readonly decision: { readonly refusing: readonly FieldData[]; readonly refusedAs: string | null } | null;
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
    | "rich text"
    | TextFormat
    | "duration"
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
  /** Has a required-when or read-only-when condition, which the server evaluates. */
  readonly conditional: boolean;
  readonly computed: boolean;
  readonly writableOnCreate: boolean;
  readonly writableOnUpdate: boolean;
  readonly atLeast: string | null;
  readonly atMost: string | null;
  /** The only whole numbers that fit, as their digits. */
  readonly onlyValues?: readonly string[];
  /** The value must be more than `atLeast`. */
  readonly excludesLeast?: true;
  /** The value must be less than `atMost`. */
  readonly excludesMost?: true;
  readonly currency: string | null;
  /** The key of the field that holds the currency; null if `currency` is set. A dotted key leads to a record of `currencyEntity`. */
  readonly currencyKey?: string | null;
  readonly currencyEntity?: string;
  /** Whether a list adds it up. */
  readonly total?: ColumnTotal;
  /** The role that the chosen person must have. */
  readonly role?: string | null;
  /** `loans.item`, for the list of the choices, if rules refuse some of them in a new record. */
  readonly choiceFor?: string;
  /** The initial value on a form, if it depends on no record: `{today: true}` for `today()`, `{me: true}` for the signed-in user. */
  readonly default: string | boolean | { readonly today: true } | { readonly me: true } | null;
  /** Set on an action's input that is also a field of the record: if no value is sent, it stays unchanged. */
  readonly own?: true;
  /** Set on the input of the action that creates a part, which is no field of the part. */
  readonly atMaking?: true;
  /** The fields of each part, where `control` is `parts`. */
  readonly parts: readonly FieldData[];
}

/** Whether a list adds up a column: `shown` unless the person switches it off, `offered` when the person wants it. */
export type ColumnTotal = "shown" | "offered";

export interface ColumnData {
  /** Dotted JSON keys as the list API takes them in `fields`. */
  readonly key: string;
  /** The path as the document writes it, for use in `where`: `item.category`, `start date`. */
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
  /** For the state of a machine: the colour of each state. */
  readonly colours?: Readonly<Record<string, StateColour>>;
  /** Whether the list adds it up. */
  readonly total?: ColumnTotal;
}

export interface ListData {
  readonly entity: string;
  /** The screen to name in the list request, so that its condition applies; null for lists without a screen. */
  readonly screen: string | null;
  /** The title of a related list, sent with its screen; else null. */
  readonly list: string | null;
  /** The field that groups the rows; the rows are sorted by it. */
  readonly groupBy: ColumnData | null;
  /** Sets of fields that identify an existing record: an imported line that matches one updates it. */
  readonly importMatch: readonly { readonly keys: readonly string[]; readonly label: string }[];
  /** The fields that an import may contain: JSON keys with their labels. */
  readonly importKeys: readonly { readonly key: string; readonly label: string; readonly required: boolean }[];
  readonly columns: readonly ColumnData[];
  readonly searchable: boolean;
  readonly filters: readonly ColumnData[];
  readonly sort: readonly string[];
  readonly pageSize: number;
  readonly actions: readonly string[];
  /** Further actions that the list offers, above its rows. */
  readonly offers: readonly OfferData[];
  /** Whether rows may have a colour in `_highlight`. */
  readonly highlights: boolean;
  readonly empty: string | null;
  /** Whether a condition selects its records: none here doesn't mean that there are none. */
  readonly selective?: true;
  /** Where its records are those of whoever looks: the key of the field that names the person, or empty. */
  readonly personal?: string;
  readonly export: readonly string[];
  readonly import: readonly string[];
  readonly mayCreate: boolean;
  /** Whether the list is for the actions that the document names for its rows, so that New is quiet beside them. */
  readonly quietNew?: true;
  /** Whether the document says when a record can be created, so that `New` may have to say why not. */
  readonly createGuarded: boolean;
  /** Numbers of the defaults that shaped this list (columns, sort, page size). */
  readonly defaults: readonly number[];
  /** The route of the form that New opens; null for a derived form in a dialog. */
  readonly createRoute: string | null;
}

/** The route that opens after saving. */
export interface TargetData {
  readonly route: string;
  /** The JSON keys that lead from the saved record to the value of each parameter; `path` is that of a record to which the first key refers. */
  readonly fills: readonly { readonly parameter: string; readonly keys: readonly string[]; readonly path: string | null }[];
}

/** An action of another record that a page or list offers, or one that creates a record. */
export interface OfferData extends SourceLocation {
  readonly entity: string;
  readonly action: string;
  readonly creates: boolean;
  /** Whether the action creates a record under a condition. */
  readonly guarded: boolean;
  /** The key of the reference between the two records; null if there is none. */
  readonly through: string | null;
  /** The route of the form screen for the action, and the keys of the record that fill its parameter; null for a dialog. */
  readonly route: string | null;
  /** For an action that creates a record: its path segment, and its input besides the record's fields. */
  readonly makes: string | null;
  readonly asks: readonly FieldData[];
}

/** A form screen that a record's page opens, with the record filled in as `by` or as the parameter of the route. */
export interface FormLink {
  /** The entity of the record that it creates. */
  readonly entity: string;
  readonly label: string;
  readonly route: string;
  readonly by: string;
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
    /** `of`: the entity whose records are the columns, if `by` is a reference; `columns` is empty then. `byName`: they have no order of their own. */
    | { readonly kind: "board"; readonly list: ListData; readonly by: string; readonly columns: readonly string[]; readonly of: string | null; readonly byName: boolean }
    | { readonly kind: "calendar"; readonly list: ListData; readonly from: string; readonly to: string | null }
    | {
        readonly kind: "timeline";
        readonly list: ListData;
        readonly by: ColumnData | null;
        readonly from: string;
        readonly to: string;
        /** Whether each person can have bars; otherwise only those with the role that the field asks for. */
        readonly ofAllPeople: boolean;
      }
    | { readonly kind: "tree"; readonly list: ListData; readonly by: string }
    | {
        readonly kind: "record";
        readonly entity: string;
        /** Whether the screen's data contains a title or hidden fields. */ readonly asks: boolean;
        /** Whether the title writes a date, which is shown as others are. */ readonly datedTitle?: true;
        /** null if a secret link says which record the page shows. */
        readonly parameter: string | null;
        readonly sections: readonly { readonly title: string | null; readonly tab: boolean; readonly fields: readonly FieldData[] }[];
        readonly lists: readonly {
          readonly title: string;
          readonly list: ListData;
          readonly by: string;
          /** The title of the list's tab, or null. */ readonly tab: string | null;
          /** The key of the field by which a record that is created here refers to this one; null if the reader can't create one. */
          readonly createsBy: string | null;
        }[];
        readonly actions: readonly string[] | null;
        readonly offers: readonly OfferData[];
        /** The forms that create a record which refers to this one. */
        readonly forms: readonly FormLink[];
        /** Whether a rule may refuse every record of a form or list that refers to this one. */
        readonly guarded: boolean;
      }
    | {
        readonly kind: "call form";
        readonly call: string;
        readonly method: string;
        readonly path: string;
        readonly steps: readonly { readonly title: string | null; readonly fields: readonly FieldData[] }[];
        readonly prefills: boolean;
        readonly afterSaving: TargetData | null;
      }
    | {
        readonly kind: "form";
        readonly entity: string;
        readonly action: string | null;
        /** What the person confirms by sending the form, or null. */ readonly question: string | null;
        /** The names of the route's parameters. */ readonly parameters: readonly string[];
        /** The path segment of the action that creates the record, if the form names one. */ readonly makes: string | null;
        /** Whether the screen's data contains initial values. */ readonly prefills: boolean;
        /** Whether some fields are shown conditionally. */ readonly conditional: boolean;
        readonly steps: readonly { readonly title: string | null; readonly fields: readonly FieldData[] }[];
        readonly afterSaving: TargetData | null;
      }
    | {
        readonly kind: "dashboard";
        readonly elements: readonly ((ValueElementData & IndexedValue) | ({ readonly kind: "text"; readonly title: string; readonly text: string } & SourceLocation))[];
      }
    | {
        readonly kind: "report";
        readonly entity: string;
        readonly rows: readonly string[];
        readonly columns: readonly string[];
        readonly values: readonly { readonly label: string; readonly currency: string | null }[];
        /** The route of the list that shows the records behind a cell; null if there is none. */ readonly opens: string | null;
      }
    | { readonly kind: "page"; readonly elements: readonly PageElementData[] }
    /** A screen whose content is "not shown"; `needs` names the open point. */
    | { readonly kind: "open"; readonly needs: string };
}

/** `opens`: the route of the list that shows the records behind the value; null if there is none. */
export type ValueElementData =
  | ({ readonly kind: "number"; readonly title: string; readonly currency: string | null; readonly opens: string | null } & SourceLocation)
  | ({ readonly kind: "chart"; readonly title: string; readonly form: string; readonly currency: string | null; readonly opens: string | null } & SourceLocation)
  | ({ readonly kind: "list"; readonly title: string; readonly list: ListData } & SourceLocation);

/** `index`: the place of its value among the values of the screen. */
export interface IndexedValue {
  readonly index: number;
}

/** What the reader may never see on a page is left out. */
export type PageElementData =
  | (ValueElementData & IndexedValue)
  /** Markdown as the document writes it. */
  | { readonly kind: "prose"; readonly text: string }
  | ({ readonly kind: "picture"; readonly title: string; readonly address: string } & SourceLocation)
  /** `screen`: the name of the screen whose form it is. */
  | ({ readonly kind: "form"; readonly title: string; readonly screen: string } & SourceLocation);
