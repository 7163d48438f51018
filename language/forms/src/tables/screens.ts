/** What the cell Shows of a screen can say. */
import { defineForms } from "../patterns/form.ts";

export const screenForms = defineForms({
  place: "what a screen can show",
  title: "What a screen shows",
  point: 2,
  forms: {
    list: {
      pattern: "list of {entity} [where {condition}] [, sorted by {order}]",
      variants: [
        "list/lists/table/grid/overview [view] of [all/every/each] {entity} [(where|with|whose|if|when|that are|which are) {condition}]",
        "list/lists/table/grid/overview [view] of [all/every/each] {entity} [where/with/whose/if/when {condition}] [,] (sorted|ordered|in order) by/of {order}",
        "list/lists/table/grid/overview [view] of [all/every/each] {entity} [where/with/whose/if/when {condition}] , {order:age} first",
        "list/table showing/with [all/every] {entity} [where {condition}]",
        "{entity} list/table [where {condition}]",
        "{entity} as list/table [where {condition}]",
        "all/every {entity} [where/whose {condition}]",
        "list : {entity} [where {condition}]",
      ],
      means: "A table of the records of ENTITY for which CONDITION holds, in ORDER.",
      example: 'list of Loan where `state = "out"`',
    },
    mine: {
      pattern: "list of my {entity} [where {condition}] [, sorted by {order}]",
      variants: [
        "list/lists/table/grid/overview [view] of [all] (my|the user's|own|their own) {entity} [where/with/whose/if/when {condition}]",
        "list/lists/table/grid/overview [view] of [all] (my|the user's|own|their own) {entity} [where/with/whose/if/when {condition}] [,] (sorted|ordered|in order) by/of {order}",
        "list/lists/table/grid/overview [view] of [all] (my|the user's|own|their own) {entity} [where/with/whose/if/when {condition}] , {order:age} first",
        "my {entity} [where {condition}]",
        "my {entity} [where/with/whose/if/when {condition}] [,] (sorted|ordered|in order) by/of {order}",
        "my {entity} [where/with/whose/if/when {condition}] , {order:age} first",
      ],
      means: "A table of the records of ENTITY in which the reader is the person of its only field for a User.",
      example: "list of my Loans",
    },
    board: {
      pattern: "board of {entity} by {field} [where {condition}]",
      variants: [
        "board/kanban [board/view] of/for/with/showing [all/every] {entity} [,] [grouped|arranged|organised|organized|split|in columns] by/per {field} [where {condition}]",
        "board/kanban of/for [all/every] {entity} [,] [with] [a/one] column(s) per/for [each/every] {field} [where {condition}]",
        "{entity} board/kanban [grouped] by/per {field} [where {condition}]",
      ],
      means: "A column for each value of FIELD, with the records of ENTITY as cards. In a board by state, dragging a card runs the transition.",
      example: "board of Loan by state",
    },
    calendar: {
      pattern: "calendar of {entity} from {from:field} [to {to:field}] [where {condition}]",
      variants: [
        "[month|week|day|event] calendar [view] (of|:|for|with|showing) [all/every/each] {entity} [where/if/when {condition}]",
        "[month|week|day|event] calendar [view] (of|:|for|with|showing) [all/every/each] {entity} [,] [each] from/starting/by/on/at [its] {from:field} [(to|until|till|through|ending|–) [its] {to:field}] [,] [where/if/when {condition}]",
        "calendar of/for/with [all/every/each] {entity} where/if/when {condition} from/by [its] {from:field} [to/until/till [its] {to:field}]",
        "calendar of/for [all/every/each] {entity} [,] between [its] {from:field} and [its] {to:field} [,] [where/if/when {condition}]",
        "{entity} [as] calendar from/by/on {from:field} [to/until/till {to:field}] [where {condition}]",
      ],
      means: "Months, weeks and days with the records of ENTITY, each from FROM to TO.",
      example: "calendar of Loan from start date to end date",
    },
    timeline: {
      pattern: "timeline of {entity} by {field} from {from:field} to {to:field} [where {condition}]",
      variants: [
        "timeline/gantt [chart/view] (of|:|for|with|showing) [all/every/each] {entity} [,] [grouped/arranged] by/per [its] {field} [,] [each] from/between [its] {from:field} (to|until|till|and|–) [its] {to:field} [,] [where/if/when {condition}]",
        "timeline of/for [all/every/each] {entity} where/if/when {condition} by/per {field} from/between {from:field} to/until/till/and {to:field}",
        "timeline/gantt [chart] of/for [all/every] {entity} [,] from/between {from:field} to/until/till/and {to:field} [,] [grouped/arranged] by/per {field} [where {condition}]",
        "timeline/gantt [chart] of/for [all/every] {entity} [,] [with] [a/one] row(s) per/for [each/every] {field} [,] from/between {from:field} to/until/till/and {to:field} [,] [where/if/when {condition}]",
        "{entity} timeline by/per {field} from {from:field} to/until {to:field} [where {condition}]",
      ],
      means: "A row for each value of FIELD, with the records of ENTITY as bars from FROM to TO.",
      example: "timeline of Loan by item from start date to end date",
    },
    tree: {
      pattern: "tree of {entity} by {field}",
      variants: ["tree/hierarchy [view] of/for/with [all/every] {entity} [,] [arranged/nested] by/under/through/along [its/their] {field}", "{entity} tree by/under {field}"],
      means: "The records of ENTITY, each below the one to which its FIELD refers.",
      example: "tree of Category by parent",
    },
    report: {
      pattern: "report of {entity} by {groups} [where {condition}]",
      variants: [
        "report/summary/totals/pivot [table] (of|:|on|over|about|for) [all/every] {entity} [where {condition}]",
        "report/summary/totals/pivot [table] (of|:|on|over|about|for) [all/every] {entity} [,] [grouped|broken down|split] by/per {groups} [where {condition}]",
        "{entity} report by/per {groups} [where {condition}]",
      ],
      means: "A table of totals over the records of ENTITY, grouped by GROUPS. The last of several groups gives the columns.",
      example: "report of Loan by item.category, month of start date",
    },
    "form for an action": {
      pattern: "form for {entity} : {action}",
      variants: [
        "form for/of/to {entity} [,] action {action}",
        "form for action {action} of/on {entity}",
        "form to {action:entity action} [a/an/the/one] {entity}",
        "{entity} form : {action}",
      ],
      means: "A form that runs ACTION on a record of ENTITY, or creates one by it.",
      example: "form for Loan: Hand out",
    },
    "form for a record": {
      pattern: "form for {entity}",
      variants: [
        "form for [a] new {entity}",
        "form of {entity}",
        "form to/for create/add/enter/make/creating/adding/entering/making [a] [new] {entity}",
        "{entity} form",
        "new {entity} [form]",
        "entry form for/of {entity}",
      ],
      means: "A form that creates a record of ENTITY.",
      example: "form for Loan",
    },
    "form for a call": {
      pattern: "form for {call}",
      variants: ["form for/of call {call}", "form to call/run {call}", "{call} form"],
      means: "A form that runs an offered call of point 7.",
      example: "form for Report a loss",
    },
    record: {
      pattern: "{entity}",
      variants: [
        "[one/single/each] {entity}",
        "page/pages/detail/details/view/record [page/view] of/for [one/single/each] {entity}",
        "record/details [page] [:] {entity}",
        "{entity} page/detail/details/view/record [page/view]",
      ],
      means: "The page of one record of ENTITY. The parameter of the route names the record.",
      example: "Loan",
    },
    dashboard: {
      pattern: "dashboard",
      variants: ["dashboard page/screen", "home dashboard", "key figures", "numbers and charts"],
      means: "Numbers, charts, lists and text.",
      example: "dashboard",
    },
    page: {
      pattern: "page",
      variants: ["text [page]", "static [text] page", "page with/of text/prose", "prose", "plain page", "text/prose only"],
      means: "The prose below the heading of the screen's section, with numbers, charts, lists, pictures and forms between it.",
      example: "page",
    },
  },
});
