/** What the cells of a rule can say. */
import { defineForms } from "../patterns/form.ts";

export const ruleMomentForms = defineForms({
  place: "when a rule is checked",
  title: "When a rule is checked",
  point: 5,
  forms: {
    on: {
      pattern: "on {events}",
      variants: ["[only] on/when/at/upon/for/during [the] [action(s)] {events}", "{events}", "{events} only", "[only] when {events}"],
      means: "The rule is checked only on these events: creation, an action, or a change of a field.",
      example: "on create, Hand out",
    },
    while: {
      pattern: "while {states}",
      variants: [
        "[only] while/when/if [it is] [still] [in] [the] [state/states] {states}",
        "in [the] [state/states] {states}",
        "as long as [it is] {states}",
        "{states}",
        "{states} only",
        "(that|which) is/are {states}",
      ],
      means: "The rule is checked only for a record in one of these states.",
      example: "while requested, approved",
    },
    both: {
      pattern: "on {events}, while {states}",
      variants: [
        "[only] on/when/at/upon [the] [action(s)] {events} [,] [and] [only] while/when/if [it is] [in] [the] [state/states] {states}",
        "{events} [,] [and] [only] while [it is] {states}",
        "[only] while/when/if [it is] [in] [the] [state/states] {states} [,] [and] [only] on/when/at/upon [the] [action] {events}",
        "on {events} [,] [and] in [the] state/states {states}",
      ],
      means: "The rule is checked on these events, for a record that is then in one of these states.",
      example: "on Hand out, while out",
    },
  },
});

export const ruleEventForms = defineForms({
  place: "an event of a rule",
  title: "The events of a rule",
  point: 5,
  forms: {
    create: {
      pattern: "create",
      variants: ["on create/creation/creating", "creation/creating/created", "when [it is] created", "it is created", "being created"],
      means: "A record is created.",
      example: "create",
    },
    change: {
      pattern: "change of {field}",
      variants: [
        "on change of {field}",
        "[on] change/changes/changing to/in/of {field}",
        "[on] update/updates/updating/edit/edits/editing of/to {field}",
        "[on] changing/updating/editing {field}",
        "[when] {field} changes/changed",
        "[when] {field} is/was/gets changed/updated/edited",
      ],
      means: "The field gets another value.",
      example: "change of due date",
    },
    action: { pattern: "{action}", variants: ["on/when/at/upon [action] {action}", "action {action}"], means: "The action is done.", example: "Hand out" },
  },
});

export const ruleBodyForms = defineForms({
  place: "a condition over several records",
  title: "Conditions over several records",
  point: 5,
  forms: {
    "at most": {
      pattern: "at most {number:count} [{states}] [{entity}] per {fields} [among {condition}]",
      variants: [
        "(at most|maximum|max|a maximum) [of] {number:count} [{states}] [{entity}] per/for [each/every|the same] {fields} [at a time|at once|at the same time] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "no more than {number:count} [{states}] [{entity}] per/for [each/every|the same] {fields} [at a time|at once|at the same time] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "not more than {number:count} [{states}] [{entity}] per/for [each/every|the same] {fields} [at a time|at once|at the same time] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "up to {number:count} [{states}] [{entity}] per/for [each/every|the same] {fields} [at a time|at once|at the same time] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "[each/every/any/one] {fields} has/have (at most|no more than|not more than|up to) {number:count} [{states}] {entity} [at a time|at once|at the same time] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "[each/every/any/one] {fields} can/may/must/should (have|only have|have only) (at most|no more than|not more than|up to) {number:count} [{states}] {entity} [at a time|at once|at the same time] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "[each/every/any/one] {fields} (must not|may not|can not|cannot|can't|should not|does not|doesn't|must never|can never|never) have/has more than {number:count} [{states}] {entity} [at a time|at once|at the same time] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "[only] {number:count} {states} {entity} per/for [each/every|the same] {fields} [at a time|at once|at the same time] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "only {number:count} {entity} per/for [each/every|the same] {fields} (at a time|at once|at the same time) [(among|where|that are|which are|while|in state|in states) {condition}]",
        "[each/every/any/one] {fields} can/may/must/should (only have|have only) {number:count} [{states}] {entity} [at a time|at once|at the same time] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "[the] number of {entity} per/for [each/every|the same] {fields} [is|are|must be|may be|should be] (at most|no more than|not more than|up to|<=) {number:count} [(among|where|that are|which are|while|in state|in states) {condition}]",
        "[the] number of {entity} per/for [each/every|the same] {fields} (must not|may not|can not|cannot|can't|should not|does not|doesn't|must never|never) exceed/exceeds {number:count} [(among|where|that are|which are|while|in state|in states) {condition}]",
        "no {fields} has/have more than {number:count} [{states}] {entity} [at a time|at once|at the same time] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "no {fields} can/may have more than {number:count} [{states}] {entity} [at a time|at once|at the same time] [(among|where|that are|which are|while|in state|in states) {condition}]",
      ],
      means: "Not more than NUMBER records of ENTITY for which CONDITION holds have the same values in FIELDS.",
      example: "at most 3 Loans per tool",
    },
    "at most of each": {
      pattern: "each {fields} has at most {number:count} [{states}] {entity} per {per:fields} [among {condition}]",
      variants: [
        "[each/every/any/one] {fields} has/have (at most|no more than|not more than|up to) {number:count} [{states}] {entity} (per|each|every|a|in the same|on the same) {per:fields} [(among|where|that are|which are|while|in state|in states) {condition}]",
        "[each/every/any/one] {fields} can/may/must/should (have|only have|have only) (at most|no more than|not more than|up to) {number:count} [{states}] {entity} (per|each|every|a|in the same|on the same) {per:fields} [(among|where|that are|which are|while|in state|in states) {condition}]",
        "[each/every/any/one] {fields} can/may/must/should (only have|have only) {number:count} [{states}] {entity} (per|each|every|a|in the same|on the same) {per:fields} [(among|where|that are|which are|while|in state|in states) {condition}]",
        "no {fields} (has|have|can have|may have) more than {number:count} [{states}] {entity} (per|each|every|a|in the same|on the same) {per:fields} [(among|where|that are|which are|while|in state|in states) {condition}]",
      ],
      means: "Not more than NUMBER records of ENTITY for which CONDITION holds have the same values in FIELDS and in PER.",
      example: "each tool has at most 3 Loans per week",
    },
    sum: {
      pattern: "sum of {field} per {fields} at most {number} [among {condition}]",
      variants: [
        "sum/total [of] {field} per/for [each/every|the same] {fields} [is|are|must be|may be|can be|should be] (at most|no more than|not more than|up to|<=) {number} [(among|where|that are|which are|while|in state|in states) {condition}]",
        "sum/total [of] {field} per/for [each/every|the same] {fields} (must not|may not|can not|cannot|can't|should not|does not|doesn't|must never|never) exceed/exceeds {number} [(among|where|that are|which are|while|in state|in states) {condition}]",
        "sum/total [of] {field} per/for [each/every|the same] {fields} (must not|may not|can not|cannot|can't|should not|is not|must never) [be] (more|above|over|greater|higher) [than] {number} [(among|where|that are|which are|while|in state|in states) {condition}]",
        "per {fields} [,] [the] sum/total of {field} [is|are|must be|may be] (at most|no more than|not more than|up to|<=) {number} [(among|where|that are|which are|while|in state|in states) {condition}]",
        "(at most|maximum|max|a maximum|no more than|not more than|up to) [of] {number} {field:amount} per/for [each/every|the same] {fields} [(among|where|that are|which are|while|in state|in states) {condition}]",
        "{field} per/for [each/every|the same] {fields} [is|are|must be|may be|can be|should be] (at most|no more than|not more than|up to|<=) {number} [(among|where|that are|which are|while|in state|in states) {condition}]",
        "{field} per/for [each/every|the same] {fields} (must not|may not|can not|cannot|can't|should not|does not|doesn't|must never|never) exceed/exceeds {number} [(among|where|that are|which are|while|in state|in states) {condition}]",
      ],
      means: "What the records with the same values in FIELDS have in FIELD, and for which CONDITION holds, isn't more than NUMBER together.",
      example: "sum of hours per volunteer, day at most 12",
    },
    "sum of entity": {
      pattern: "sum of {field} of {entity:entity} of the same {fields} at most {number} [among {condition}]",
      variants: [
        "sum/total [of] [the] {field} of [the/all] {entity:entity} (of|with|for|in|on) [the] same {fields} [is|are|must be|may be|can be|should be] (at most|no more than|not more than|up to|<=) {number} [(among|where|that are|which are|while|in state|in states) {condition}]",
        "sum/total [of] [the] {field} of [the/all] {entity:entity} (of|with|for|in|on) [the] same {fields} (must not|may not|can not|cannot|can't|should not|does not|doesn't|must never|never) exceed/exceeds {number} [(among|where|that are|which are|while|in state|in states) {condition}]",
      ],
      means: "What the records with the same values in FIELDS have in FIELD, and for which CONDITION holds, isn't more than NUMBER together.",
      example: "sum of fee of the Loans of the same tool at most 12",
    },
    unique: {
      pattern: "unique {fields} [per {per:fields}] [among {condition}]",
      variants: [
        "unique {fields} among those/all/records [where/with] {condition}",
        "unique [in/by/per/for/on] {fields} [among [those/all] [where]|where|amongst {condition}]",
        "[one] unique {fields} [where {condition}]",
        "unique {fields} [taken] together [(among|amongst|where|among those where) {condition}]",
        "unique together [:] {fields} [(among|amongst|where|among those where) {condition}]",
        "{fields} [taken] together is/are/be/stay/stays unique [(among|amongst|where|among those where) {condition}]",
        "{fields} is/are/be/stay/stays unique [taken] together/combined [(among|amongst|where|among those where) {condition}]",
        "{fields} must/should be unique [taken] together [(among|amongst|where|among those where) {condition}]",
        "pair/combination/triple [of] {fields} is/be/stays unique [(among|amongst|where|among those where) {condition}]",
        "pair/combination/triple [of] {fields} must/should/may be unique [(among|amongst|where|among those where) {condition}]",
        "unique pair/combination/triple [of] {fields} [(among|amongst|where|among those where) {condition}]",
        "{fields} [is/are/be/stays] unique [among/amongst {condition}|where {condition}|among those where {condition}]",
        "{fields} must be unique [among/amongst {condition}|where {condition}]",
        "no two/duplicate [records] [with/have/share/of] [the] [same] {fields} [among {condition}|where {condition}]",
        "no two [records] (of|in|for|per|on) [the same|each|every|one] {per:fields} [with|have|has|share|can have|may have|can share|may share] [the] [same] {fields} [among {condition}|where {condition}]",
        "no duplicates/duplicate of/in/by/for {fields} [among {condition}|where {condition}]",
        "[only] one per [each/every|the same] {fields} [at a time|at once|at the same time] [among {condition}|where {condition}]",
      ],
      means: "No two records have the same values in FIELDS; with a condition, only records for which it holds are compared.",
      example: 'unique tool, from among `state = "wished"`',
    },
    "unique combination": {
      pattern: "each {entity:entity} has a unique combination of {fields} [among {condition}]",
      variants: ["[each/every] {entity:entity} has/have/needs unique pair/combination [of] {fields} [(among|amongst|where|among those where) {condition}]"],
      means: "No two records of ENTITY for which CONDITION holds have the same values in all FIELDS.",
      example: "each Loan has a unique combination of tool and day",
    },
    "no two": {
      pattern: "no two {entity} [of {per:fields}] have the same {fields} [among {condition}]",
      variants: [
        "no two {entity} (have|has|share|with|can have|may have|can share|may share) [the/a/an] [same] {fields} [among {condition}|where {condition}]",
        "no two {entity} (of|in|for|per|on) [the same|each|every|one] {per:fields} (have|has|share|with|can have|may have|can share|may share) [the/a/an] [same] {fields} [among {condition}|where {condition}]",
        "no two {entity} of/for/per [a/an|the same|each|every|one] {per:fields} (on|in|at|for) the same {fields} [among {condition}|where {condition}]",
        "[a/an/each/every] {per:fields} (can not|cannot|can't|may not|must not|can never|must never) have (two|more than one|several) {entity} (on|in|at|for) the same {fields} [among {condition}|where {condition}]",
        "no {per:fields} can/may have (two|more than one|several) {entity} (on|in|at|for) the same {fields} [among {condition}|where {condition}]",
        "[only] one {entity} per/for [each/every|the same] {fields} [among {condition}|where {condition}]",
      ],
      means: "No two records of ENTITY have the same values in FIELDS, or in PER and FIELDS, among those for which CONDITION holds.",
      example: "no two Loans of the same tool have the same start date",
    },
    "no other": {
      pattern: "no other {entity} [of the same {per:fields}] has the same {fields}",
      variants: [
        "[there is/are] no other/another/further {entity} (of|in|for|with|by) [the] same {per:fields} (on|in|at|for|has|have|with|having|shares|share) [the/a] same {fields}",
        "[there is/are] no other/another/further {entity} (has|have|with|having|of|in|for) [the] same {per:fields} and [the/a] same {fields}",
        "[there is/are] no other/another/further {entity} (has|have|with|having|shares|share|in|of) [the/a] same {fields}",
        "no other/another/further {entity} can/may have/share [the/a] same {fields}",
      ],
      means: "No two records have the same values in FIELDS, as with `unique`.",
      example: "no other Loan has the same tool",
    },
    overlap: {
      pattern: "no overlap of {range} [per {fields}] [among {condition}]",
      variants: [
        "no/not overlap/overlaps/overlapping [of/in/for/between] {range} [(per|for each|for every|for the same|with the same|by|within|of the same|of one) {fields}] [(among those where|among|amongst|where|that are|which are|while|in state|in states) {condition}]",
        "no two {range} overlap [(per|for each|for the same|with the same|by) {fields}] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "{range} must/may/do not overlap [(per|for each|for the same|with the same|by) {fields}] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "{range} never overlap/overlaps [(per|for each|for the same|with the same|by) {fields}] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "no/not overlap/overlaps/overlapping [of/in/for/between/from] {range:period} [(per|for each|for every|for the same|with the same|by|within|of the same|of one) {fields}] [(among those where|among|amongst|where|that are|which are|while|in state|in states) {condition}]",
        "[from/between] {range:period} must/may/do not overlap [(per|for each|for the same|with the same|by) {fields}] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "per {fields} [,] no overlap of {range} [(among|where|that are|which are|while|in state|in states) {condition}]",
      ],
      means: "The ranges of two records with the same values in FIELDS don't overlap.",
      example: 'no overlap of [from..to] per tool among `state != "back"`',
    },
    stretch: {
      pattern: "no two [{states}] {entity:entity} of the same {fields} overlap [among {condition}]",
      variants: [
        "no two [{states}] {entity:entity} (of|in|for|with|on|per) [the same|each|every|one] {fields} (overlap|may overlap|can overlap) [in time] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "no two [{states}] {entity:entity} (overlap|may overlap|can overlap) [in time] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "[two] [{states}] {entity:entity} (of|in|for|with|on) [the] same {fields} (must not|may not|can not|cannot|can't|do not|don't|never|must never|can never) overlap [in time] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "no overlap of/between [{states}] {entity:entity} (per|of the same|for the same|for each|with the same) {fields} [(among|where|that are|which are|while|in state|in states) {condition}]",
      ],
      means: "The records last from the moment at which they start to the one at which they end; two with the same values in FIELDS don't overlap.",
      example: "no two Loans of the same tool overlap",
    },
    apart: {
      pattern: "at least {length:length} between two {entity:entity} of the same {fields} [among {condition}]",
      variants: [
        "[there] [is|are|must be] [a|one] [break|rest|gap|pause] [of] at least {length:length} between [any] two [consecutive|successive] {entity:entity} (of|with|for|in|on) [the same|each|every|one] {fields} [(among|where|that are|which are|while|in state|in states) {condition}]",
        "between [any] two [consecutive|successive] {entity:entity} (of|with|for|in|on) [the same|each|every|one] {fields} [there] (lie|lies|is|are|must be|must lie|have to be|has to be) at least {length:length} [(among|where|that are|which are|while|in state|in states) {condition}]",
        "[any] two {entity:entity} (of|with|for|in|on) [the] same {fields} (are|must be|have to be|lie|must lie) at least {length:length} apart [(among|where|that are|which are|while|in state|in states) {condition}]",
      ],
      means: "Between the end of one record and the start of the next one with the same values in FIELDS lies at least LENGTH.",
      example: "at least 11 hours between two Loans of the same tool",
    },
    "no two overlap": {
      pattern: "no two {entity} overlap in {range} [per {fields}] [among {condition}]",
      variants: [
        "no two {entity} (overlap|may overlap|can overlap) (in|during|within|over) {range} [(per|for each|for every|for the same|with the same|by) {fields}] [(among|where|that are|which are|while|in state|in states) {condition}]",
        "no two {entity} (of|in|for|with|per) [the same|each|every|one] {fields} (overlap|may overlap|can overlap) (in|during|within|over) {range} [(among|where|that are|which are|while|in state|in states) {condition}]",
      ],
      means: "The same, with the records' name.",
      example: 'no two Loans overlap in [from..to] per tool among `state != "back"`',
    },
  },
});

export const ruleCaseForms = defineForms({
  place: "a condition in some cases",
  title: "Conditions in some cases",
  point: 5,
  forms: {
    if: {
      pattern: "if {condition} then {demand}",
      variants: [
        "if/when/whenever {condition} [,] then {demand}",
        "if/when/whenever {condition} , {demand}",
        "{demand} [,] if/when/whenever {condition}",
        "{condition} [,] only if/when {demand}",
      ],
      means: "DEMAND must hold where CONDITION holds.",
      example: "if kind is rented then deposit > 0",
    },
    unless: {
      pattern: "{demand} unless {condition}",
      variants: [
        "{demand} [,] unless {condition}",
        "{demand} [,] except if/when/where {condition}",
        "unless {condition} , [then] {demand}",
        "except if/when {condition} , {demand}",
      ],
      means: "DEMAND must hold where CONDITION doesn't hold.",
      example: "deposit > 0 unless kind is given",
    },
  },
});

export const refusalForms = defineForms({
  place: "a rule's refusal",
  title: "What a rule answers",
  point: 5,
  forms: {
    refuse: {
      pattern: "{code} [at {field}]",
      variants: [
        "{code} at/on/for/in [the] [field] {field}",
        "{code} , at/on [the] [field] {field}",
        "[else] [refuse/refused/reject/rejected/fail/fails/stop/error] [with] [error] {code} [at/on [the] [field] {field}]",
        "[error] [code] {code} [at/on [the] [field] {field}]",
      ],
      means: "The change is refused with CODE, shown at FIELD if one is named.",
      example: "DATES_REVERSED at to",
    },
    warn: {
      pattern: "warn {code} [at {field}]",
      variants: [
        "[else] warn/warning/warns/confirm [with|by|:] [the] [error] [code] {code} [,] [(at|on) [the] [field] {field}]",
        "{code} as [a] warning [at/on [the] [field] {field}]",
        "{code} [at/on [the] [field] {field}] [,] as [a] warning",
        "{code} [at/on [the] [field] {field}] [,] warning/warn [only]",
        "only [a] warning/warn [:|with] {code} [(at|on) [the] [field] {field}]",
      ],
      means: "The person is warned with CODE and may confirm and go on.",
      example: "warn LONG at to",
    },
  },
});
