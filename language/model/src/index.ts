/** The compiled model of a product: plain data that the compiler produces and every target and the runtime read. */
export type { Product, PointState, Point, NotShown } from "./product/product.ts";
export { labelOf } from "./about/label.ts";
export { translated, type Translation, type Words, wordsIn } from "./about/translations.ts";
export { type About, type AboutAttribute, languagesOf, type SignIn } from "./about/about.ts";
export type { Entity, EntityEvent, SortKey, InitialRecord, Renamed, FieldType, ListedType, SequencePart, Field } from "./entities/entity.ts";
export type { Condition } from "./expressions/condition.ts";
export { isFinal } from "./states/final-states.ts";
export { stateColours, type StateColour } from "./states/state-colour.ts";
export type { Machine, State, Action, Transition, Trigger, Who, Decision, DecisionStep, Deciders } from "./states/machine.ts";
export { type Creation, type Statement, isNesting, type Nesting } from "./statements/statement.ts";
export { type Rule, type RuleBody, actionsOfRule, eventsOfRule, rulesOnReference, type RuleEvent, type RuleMoment } from "./rules/rule.ts";
export { comparedFields, expressionsOfRule, withComparedFields } from "./rules/rule-body.ts";
export { isOfThemselves, type Permissions, type Role, type Verb, type Grant } from "./roles/permission.ts";
export type {
  Screen,
  FieldPath,
  Shows,
  ListDetails,
  Section,
  ListElement,
  DashboardElement,
  PageElement,
  Group,
  Aggregate,
  RouteParameter,
  Target,
  OfferedAction,
  Sees,
} from "./screens/screen.ts";
export { entitiesBehind } from "./product/entities-behind.ts";
export { recordsBehind } from "./screens/records-behind.ts";
export { knownValues } from "./screens/known-values.ts";
export { formsOnPage, isValueElement, picturesOnPage, valueElements, type ValueElement } from "./screens/screen-elements.ts";
export type { Template } from "./expressions/template.ts";
export { mayFill, whyNotFilled, whyUnusable } from "./product/unusable-grant.ts";
export { hasFieldRow } from "./product/field-row.ts";
export { conditionallyChangeable, type ConditionalField } from "./product/changeable-fields.ts";
export { filledByEffects, filledOnCreate, mustBeFilled } from "./product/required-fields.ts";
export type { Call, CallBody, HttpCall, OfferedCall, CallParameter, Credential, Signature, Recurrence, Schedule, StatusRange, Leaving, CallerSignIn } from "./calls/call.ts";
export { hostFromData } from "./product/host-from-data.ts";
export { parametersOf, parameterOf } from "./calls/path-parameters.ts";
export type { ErrorEntry } from "./errors/error-entry.ts";
export type { Constant, Limit } from "./constants/constant.ts";
export { type NamedFunction, type HitPolicy, type DecisionTable, type Calendar, type Holidays, calendarType } from "./constants/function.ts";
export type { Example, RecordPhrase, Given, Actor, Step, Deed, Shown } from "./examples/example.ts";
export { alwaysHasValue, type FieldHolder, fieldType, type RecordFields, recordFields, type TypedField } from "./entities/field-type.ts";
export { isDefaultColumn, isGenerated, measureOf, namesRecords, referencedRole } from "./entities/type-traits.ts";
export { recordType } from "./product/record-type.ts";
export { camel, snake, kebab } from "./entities/identifiers.ts";
export { audienceOf } from "./product/audience.ts";
export { countryCodes } from "./entities/country-codes.ts";
export { currencyCodes, readFormatted, sampleText, type TextFormat, textFormats } from "./entities/formatted-texts.ts";
export { isId, isReference, referenceId, referencedId } from "./entities/reference-id.ts";
export { entityOf, fieldOf, fieldByKey, fieldByKeyOrName, keyOf, machineOf, ofEntity, isStored, isShownByDefault } from "./product/find.ts";
export { creationActions, creationInput, creationRows, actionOfTransition, creationRowsFor, mustBeAnswered } from "./product/creation.ts";
export { type SourceLocation, sourceLocation, formatLocation, fileNames } from "./product/source-location.ts";
export { conditionWords, namesStates } from "./product/condition-text.ts";
export { type Default, defaults } from "./defaults/defaults.ts";
export { defaultsInForce } from "./defaults/defaults-in-force.ts";
export { builtInErrorCodes, type BuiltInCode } from "./errors/built-in-codes.ts";
