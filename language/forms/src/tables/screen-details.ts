/** What the details of a screen can say: lists, charts, orders, highlights, prefilled values, and fields that show only sometimes. */
import { defineForms } from "../patterns/form.ts";

/** The value of `List "…"`: on a dashboard the records of an entity, on a record page those of a list field. */
export const listForms = defineForms({
  place: "a list",
  title: "Lists on dashboards, pages and record pages",
  point: 2,
  forms: {
    records: {
      pattern: "{entity} [where {condition}] [, columns {columns}]",
      variants: [
        "list/lists/table of [all/every/each] {entity} [where/with/whose/if {condition}] [,|;] [with|showing] columns [:] {columns}",
        "list/lists/table of [all/every/each] {entity} [where/with/whose/if {condition}]",
        "[all/every/each] {entity} [where/whose/if {condition}] [,|;] [with|showing] columns [:] {columns}",
        "[all/every/each] {entity} [where/whose/if {condition}]",
        "[all/every/each] {entity} that/which are {condition} [[,|;] [with|showing] columns [:] {columns}]",
      ],
      means: "The records of ENTITY for which CONDITION holds.",
      example: "Loan where `end date = today()`, columns number, item, borrower",
    },
    related: {
      pattern: "{list} [where {condition}] [, columns {columns}]",
      variants: [
        "list/table of [all/every] [its/the/their] {list} [where/with/whose/if {condition}] [,|;] [with|showing] columns [:] {columns}",
        "list/table of [all/every] [its/the/their] {list} [where/with/whose/if {condition}]",
        "[all/every|its|the] {list} [where/whose/if {condition}] [,|;] [with|showing] columns [:] {columns}",
        "[all/every|its|the] {list} [where/whose/if {condition}]",
        "[all/every|its|the] {list} that/which are {condition} [[,|;] [with|showing] columns [:] {columns}]",
      ],
      means: "The records in the list field LIST of the page's record for which CONDITION holds.",
      example: 'loans where `state != "returned"`, columns number, borrower',
    },
  },
});

export const chartForms = defineForms({
  place: "a chart",
  title: "Charts",
  point: 2,
  forms: {
    chart: {
      pattern: "{form:chart form} of {value} by {group}",
      variants: [
        "{form:chart form} chart/graph/diagram of/for/with/showing {value} by/per/for each/every {group}",
        "{form:chart form} [chart/graph/diagram] of/for/with/showing {value} by/per/over {group}",
        "{form:chart form} [chart/graph/diagram] of/showing {value} [,] [grouped|split|broken down] by/per {group}",
        "{form:chart form} [chart/graph/diagram] : {value} by/per {group}",
        "{value} by/per {group} as [a] {form:chart form} [chart/graph/diagram]",
      ],
      means: "Bars, a line, an area or a pie of VALUE, for each value of GROUP of the records that VALUE counts or adds up.",
      example: "bars of `count(Loan)` by month of start date",
    },
  },
});

export const groupForms = defineForms({
  place: "a group",
  title: "Groups of charts and reports",
  point: 2,
  forms: {
    bucket: {
      pattern: "{bucket} of {field}",
      variants: [
        "by/per {bucket} of/in/from [its] {field}",
        "{bucket} in/from {field}",
        "{field} by/per [its] {bucket}",
        "{field} , by/per {bucket}",
        "{field} {bucket}",
        "{bucket} {field}",
      ],
      means: "The day, week, month, quarter or year of a date.",
      example: "month of start date",
    },
    value: { pattern: "{field}", variants: ["by/per [its] {field}"], means: "The value of the field.", example: "item.category" },
  },
});

export const totalForms = defineForms({
  place: "a value for a report",
  title: "Values of reports",
  point: 2,
  forms: {
    count: {
      pattern: "count",
      variants: ["number/count [of records/entries/rows]", "how many", "number of them"],
      means: "The number of records.",
      example: "count",
    },
    total: {
      pattern: "{function} of {field}",
      variants: ["{function} {field}", "{field} , {function}"],
      means: "The sum, mean, lowest or highest value of FIELD.",
      example: "sum of fee",
    },
  },
});

export const sortForms = defineForms({
  place: "an order",
  title: "Sort",
  point: 2,
  forms: {
    field: {
      pattern: "{field} [{direction} first]",
      variants: ["[by] {field} [,|in|from] {direction} [first|order]", "{direction} {field} first", "[by] {direction} {field} [first]", "by {field}"],
      means: "By FIELD; `latest first` and the like turn the order around.",
      example: "start date, latest first",
    },
  },
});

export const highlightForms = defineForms({
  place: "a highlight",
  title: "Highlight",
  point: 2,
  forms: {
    highlight: {
      pattern: "{colour} when {condition}",
      variants: [
        "[in] {colour} [rows] [,] if/where/while/for/whenever/when {condition}",
        "{colour} [rows] (:|=) {condition}",
        "when/if/where {condition} [,|:|then] [in] {colour}",
        "{condition} in {colour}",
      ],
      means: "The row is shown in COLOUR while CONDITION holds.",
      example: 'red when `state = "overdue"`',
    },
  },
});

export const prefillForms = defineForms({
  place: "a prefilled value",
  title: "Prefill",
  point: 2,
  forms: {
    prefill: {
      pattern: "{field} = {value}",
      variants: ["{field} with/is/as/to {value}", "{field} (:|→) {value}", "set {field} to {value}", "{field} starts as/with {value}", "{value} as/in/for {field}"],
      means: "FIELD begins with VALUE.",
      example: "borrower = `me`",
    },
  },
});

export const showForms = defineForms({
  place: "a condition for showing a field",
  title: "Show … when",
  point: 2,
  forms: {
    show: {
      pattern: "show {field} when {condition}",
      variants: [
        "show/display/ask [for] {field} [only] when/if/where/while {condition}",
        "show/display {field} [,|:] [only] when/if/where/while {condition}",
        "show/display/ask [for] {field} (:|,) [only] when/if/where/while {condition}",
        "when/if/where/while {condition} [,] [then] [only] show/display/ask [for] {field}",
        "{field} [is|are] [only] shown/displayed/visible [only] when/if/while {condition}",
        "only show {field} when/if/while {condition}",
      ],
      means: "The field is shown only while CONDITION holds.",
      example: 'show damage notes when `condition = "damaged"`',
    },
    hide: {
      pattern: "hide {field} unless {condition}",
      variants: [
        "{field} [is|are] hidden unless {condition}",
        "don't/never show/display {field} unless {condition}",
        "do not show/display {field} unless {condition}",
        "unless {condition} [,] hide {field}",
      ],
      means: "The field is shown only while CONDITION holds.",
      example: 'hide damage notes unless `condition = "damaged"`',
    },
  },
});

export const offeredForms = defineForms({
  place: "an action",
  title: "Actions of screens",
  point: 2,
  forms: {
    own: { pattern: "{action}", variants: ["action {action}", "{action} button"], means: "An action of the record.", example: "Hand out" },
    other: {
      pattern: "{entity} : {action}",
      variants: ["{action:other action} of/on [the/its] {entity}", "{entity} → {action}", "{entity} > {action}", "{entity} - {action}"],
      means: "An action of another entity: one that creates a record which refers to this one, or one of a record to which this one refers.",
      example: "Adoption application: Apply",
    },
  },
});

export const targetForms = defineForms({
  place: "a screen",
  title: "After saving",
  point: 2,
  forms: {
    target: {
      pattern: "{target}",
      variants: [
        "(go/goes/open/opens/show/shows/back/return/returns/continue/continues/on/to) [back/on] [to/at/with] [screen/page] {target}",
        "screen/page {target}",
        "{target} screen/page",
      ],
      means: "The route or the name of the screen that opens after saving. Its parameters are filled from the saved record.",
      example: "/loans/:number",
    },
  },
});

export const pageFormForms = defineForms({
  place: "a form on a page",
  title: "Forms on pages",
  point: 2,
  forms: {
    screen: {
      pattern: "{screen}",
      variants: ["form/screen {screen}", "form of/on [the] [screen] {screen}", "{screen} form/screen"],
      means: "The form of the screen SCREEN, which says who may use it, what it asks for and what opens after saving.",
      example: "Ask for a visit",
    },
  },
});
