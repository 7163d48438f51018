/** Compiles a typed tree to a closure. Bound names have numbered slots, so that evaluation only looks up the names of the host. */
import { sortKey } from "../analysis/sort-key.ts";
import { callBuiltin } from "../builtins/builtins.ts";
import type { Expression, UnaryTest } from "../types/expression.ts";
import { elementOf } from "../types/relations.ts";
import { isLocalToInstant, readsInstant } from "../typing/local-to-instant.ts";
import { negate } from "../values/arithmetic.ts";
import { inRange, isMember } from "../values/compare.ts";
import { type Dialect, type Environment, nonet, type Runtime } from "../values/environment.ts";
import { instanceOf } from "../values/instance-of.ts";
import { property } from "../values/property.ts";
import { readMoment } from "../values/temporal-text.ts";
import { DateValue } from "../values/temporal.ts";
import { Decimal, FunctionValue, isDecimal, isList, NOT_SHOWN, RangeValue, type Value } from "../values/value.ts";
import { compileContext } from "./context.ts";
import { compileLocalToInstant } from "./local-to-instant.ts";
import { compileFor, compileQuantified } from "./loop.ts";
import { caseless, dateTests, isCaseless, lowerCased, operators } from "./operators.ts";
import { rangeFromText } from "./range-from-text.ts";
import { bind, type Bound, compileNode, type CompileOptions, type Run } from "./run.ts";
import { compileSort } from "./sort.ts";

/** An expression as a function of its environment. */
export function compile(expression: Expression, options: CompileOptions = {}): (environment: Environment) => Value {
  const dialect = options.dialect ?? nonet;
  const run = compileAny(expression, { compileNode: compileAny, slots: new Map(), dialect, ...(options.prepare ? { prepare: options.prepare } : {}) });
  return (environment) => run({ environment, dialect }, []);
}

/** The tests of a cell as a function of the value: true if one of them holds. */
export function compileTests(tests: readonly UnaryTest[], options: { readonly dialect?: Dialect } = {}): (value: Value, environment: Environment) => Value {
  const dialect = options.dialect ?? nonet;
  const run = compileTestList(tests, { compileNode: compileAny, slots: new Map([["?", 0]]), dialect });
  return (value, environment) => run(value, { environment, dialect }, [value]);
}

/** Compiles any node. Inner nodes get here through `Bound.compileNode`. */
function compileAny(node: Expression, bound: Bound): Run {
  if (node.type.kind === "open") return () => NOT_SHOWN;
  switch (node.kind) {
    case "literal":
      return compileLiteral(node, bound.dialect);
    case "variable": {
      const slot = bound.slots.get(node.name);
      const name = node.name;
      return slot === undefined ? (run) => run.environment.variable(name) ?? null : (_, slots) => slots[slot] ?? null;
    }
    case "global": {
      const name = node.name;
      return (run) => run.environment.global(name) ?? null;
    }
    case "path":
      return compilePath(node, bound);
    case "filter":
      return compileFilter(node, bound);
    case "index":
      return compileIndex(node, bound);
    case "binary":
      return compileBinary(node, bound);
    case "negate": {
      const of = compileNode(node.of, bound);
      return (run, slots) => {
        const value = of(run, slots);
        return value === NOT_SHOWN ? value : negate(value);
      };
    }
    case "between":
      return compileBetween(node, bound);
    case "in":
      return compileIn(node, bound);
    case "if": {
      const [condition, then, otherwise] = [node.condition, node.then, node.otherwise].map((each) => compileNode(each, bound)) as [Run, Run, Run];
      return (run, slots) => {
        const value = condition(run, slots);
        if (value === true) return then(run, slots);
        return value === false || value === null ? otherwise(run, slots) : value === NOT_SHOWN ? value : null;
      };
    }
    case "for":
      return compileFor(node, bound);
    case "quantified":
      return compileQuantified(node, bound);
    case "list": {
      const items = node.items.map((each) => compileNode(each, bound));
      return (run, slots) => items.map((each) => each(run, slots));
    }
    case "context":
      return compileContext(node, bound);
    case "range":
      return compileRange(node, bound);
    case "call":
      return compileCall(node, bound);
    case "apply":
      return compileApply(node, bound);
    case "function":
      return compileFunction(node, bound);
    case "instance of": {
      const value = compileNode(node.value, bound);
      const of = node.of;
      return (run, slots) => instanceOf(value(run, slots), of);
    }
    case "hole":
      return () => NOT_SHOWN;
  }
}

function compileLiteral(node: Expression & { kind: "literal" }, dialect: Dialect): Run {
  const value = literalValue(node, dialect);
  return () => value;
}

/** The value of a literal; null for a text that isn't one, such as a time in a zone that doesn't exist. In the dialect `nonet`, times are truncated to microseconds. */
function literalValue(node: Expression & { kind: "literal" }, dialect: Dialect): Value {
  if (typeof node.value !== "string" || node.type.kind === "string") return node.value;
  if (node.type.kind === "number") return new Decimal(node.value).plus(0);
  return readMoment(dialect.reach === "unbounded" ? node.value : node.value.replace(/(\.\d{6})\d+/, "$1"));
}

function compilePath(node: Expression & { kind: "path" }, bound: Bound): Run {
  const of = compileNode(node.of, bound);
  const field = node.field;
  if (node.of.type.kind !== "record") return (run, slots) => property(of(run, slots), field, run);
  const read = bound.prepare?.(node.of.type.name, field);
  if (read) {
    return (run, slots) => {
      const record = of(run, slots);
      return record === null || record === NOT_SHOWN ? record : read(record);
    };
  }
  return (run, slots) => {
    const record = of(run, slots);
    return record === null || record === NOT_SHOWN ? record : (run.environment.field(record, field) ?? null);
  };
}

function compileFilter(node: Expression & { kind: "filter" }, bound: Bound): Run {
  const of = compileNode(node.of, bound);
  const inner = bind(bound, node.item);
  const condition = compileNode(node.condition, inner.bound);
  const { slot } = inner;
  const mayIndex = node.condition.type.kind === "any";
  return (run, slots) => {
    const list = of(run, slots);
    if (list === NOT_SHOWN) return list;
    const items = isList(list) ? list : list === null ? [] : [list];
    const matches: Value[] = [];
    for (const item of items) {
      slots[slot] = item;
      const holds = condition(run, slots);
      if (holds === true) matches.push(item);
      else if (mayIndex && isDecimal(holds)) return elementAt(list, holds);
      else if (holds !== false && holds !== null) return holds === NOT_SHOWN ? holds : null;
    }
    return matches;
  };
}

function compileIndex(node: Expression & { kind: "index" }, bound: Bound): Run {
  const of = compileNode(node.of, bound);
  const index = compileNode(node.index, bound);
  return (run, slots) => elementAt(of(run, slots), index(run, slots));
}

function elementAt(list: Value, index: Value): Value {
  if (list === NOT_SHOWN || index === NOT_SHOWN) return NOT_SHOWN;
  if (!isDecimal(index) || !index.isInteger() || list === null) return null;
  const items = isList(list) ? list : [list];
  const n = index.toNumber();
  return (n > 0 ? items[n - 1] : items[items.length + n]) ?? null;
}

function compileBinary(node: Expression & { kind: "binary" }, bound: Bound): Run {
  const left = compileNode(node.left, bound);
  const right = compileNode(node.right, bound);
  if (node.operator === "and" || node.operator === "or") return compileLogic(node.operator === "or", left, right);
  const dates = node.left.type.kind === "date" && node.right.type.kind === "date" ? dateTests[node.operator] : undefined;
  if (dates) {
    return (run, slots) => {
      const a = left(run, slots);
      const b = right(run, slots);
      return a instanceof DateValue && b instanceof DateValue
        ? dates(a.epochDay - b.epochDay)
        : a === NOT_SHOWN || b === NOT_SHOWN
          ? NOT_SHOWN
          : operators[node.operator as "="](a, b, run);
    };
  }
  const operate = /[=<>]/.test(node.operator) && (isCaseless(node.left) || isCaseless(node.right)) ? caseless(operators[node.operator]) : operators[node.operator];
  return (run, slots) => {
    const a = left(run, slots);
    const b = right(run, slots);
    return a === NOT_SHOWN || b === NOT_SHOWN ? NOT_SHOWN : operate(a, b, run);
  };
}

/** Three-valued logic: `decisive` is true for `or` and false for `and`. Anything but a boolean counts as null. */
function compileLogic(decisive: boolean, left: Run, right: Run): Run {
  return (run, slots) => {
    const a = left(run, slots);
    if (a === decisive) return decisive;
    const b = right(run, slots);
    if (a === NOT_SHOWN || b === NOT_SHOWN) return NOT_SHOWN;
    if (b === decisive) return decisive;
    return a === !decisive && b === !decisive ? !decisive : null;
  };
}

function compileBetween(node: Expression & { kind: "between" }, bound: Bound): Run {
  const withoutCase = [node.value, node.low, node.high].some(isCaseless);
  const [value, low, high] = [node.value, node.low, node.high].map((each) => compileNode(each, bound)) as [Run, Run, Run];
  return (run, slots) => {
    const v = value(run, slots);
    const a = low(run, slots);
    const b = high(run, slots);
    if (v === NOT_SHOWN || a === NOT_SHOWN || b === NOT_SHOWN) return NOT_SHOWN;
    const range = new RangeValue(a, b, true, true);
    return withoutCase ? inRange(lowerCased(v), lowerCased(range) as RangeValue) : inRange(v, range);
  };
}

function compileIn(node: Expression & { kind: "in" }, bound: Bound): Run {
  const value = compileNode(node.value, bound);
  const texts = new Set(node.tests.map((test) => (test.kind === "member" && test.of.kind === "literal" && test.of.type.kind === "string" ? test.of.value : undefined)));
  if (!texts.has(undefined) && node.value.type.kind === "string" && !isCaseless(node.value)) {
    return (run, slots) => {
      const v = value(run, slots);
      return v === NOT_SHOWN ? v : texts.has(v as string);
    };
  }
  const inner = bind(bound, "?");
  const tests = compileTestList(node.tests, inner.bound, isCaseless(node.value));
  return (run, slots) => {
    const v = value(run, slots);
    slots[inner.slot] = v;
    return v === NOT_SHOWN ? v : tests(v, run, slots);
  };
}

type TestRun = (value: Value, run: Runtime, slots: Value[]) => Value;

/** True if a test holds; null if none holds but the result of one is null. */
function compileTestList(tests: readonly UnaryTest[], bound: Bound, withoutCase = false): TestRun {
  const runs = tests.map((test) => compileTest(test, bound, withoutCase));
  return (value, run, slots) => {
    let result: Value = false;
    for (const test of runs) {
      const holds = test(value, run, slots);
      if (holds === true) return true;
      if (holds === NOT_SHOWN) result = NOT_SHOWN;
      else if (holds !== false && result === false) result = null;
    }
    return result;
  };
}

function compileTest(test: UnaryTest, bound: Bound, withoutCase: boolean): TestRun {
  switch (test.kind) {
    case "any":
      return () => true;
    case "not": {
      const tests = compileTestList(test.tests, bound, withoutCase);
      return (value, run, slots) => {
        const holds = tests(value, run, slots);
        return typeof holds === "boolean" ? !holds : holds;
      };
    }
    case "compare": {
      const other = compileNode(test.value, bound);
      const operate = withoutCase || isCaseless(test.value) ? caseless(operators[test.operator]) : operators[test.operator];
      return (value, run, slots) => {
        const b = other(run, slots);
        return b === NOT_SHOWN ? b : operate(value, b, run);
      };
    }
    case "member": {
      const of = compileNode(test.of, bound);
      const element = elementOf(test.of.type);
      const either =
        withoutCase ||
        (test.of.kind === "range" && [test.of.low, test.of.high].some((end) => end !== null && isCaseless(end))) ||
        (element.kind === "string" && element.caseless === true);
      return (value, run, slots) => {
        const member = of(run, slots);
        return member === NOT_SHOWN ? member : either ? isMember(lowerCased(value), lowerCased(member)) : isMember(value, member);
      };
    }
    case "condition": {
      const condition = compileNode(test.condition, bound);
      return (_, run, slots) => condition(run, slots);
    }
  }
}

function compileRange(node: Expression & { kind: "range" }, bound: Bound): Run {
  const low = node.low && compileNode(node.low, bound);
  const high = node.high && compileNode(node.high, bound);
  const { lowClosed, highClosed } = node;
  return (run, slots) => {
    const a = low ? low(run, slots) : undefined;
    const b = high ? high(run, slots) : undefined;
    return a === NOT_SHOWN || b === NOT_SHOWN ? NOT_SHOWN : new RangeValue(a, b, lowClosed, highClosed);
  };
}

function compileCall(node: Expression & { kind: "call" }, bound: Bound): Run {
  const key = node.function === "sort" && node.arguments[1] ? sortKey(node.arguments[1]) : undefined;
  if (key) return compileSort(node, key, bound);
  if (isLocalToInstant(node)) return compileLocalToInstant(compileNode(node.arguments[0]!, bound));
  if (
    node.function === "list contains" &&
    node.arguments.some((each) => {
      const type = elementOf(each.type);
      return type.kind === "string" && type.caseless === true;
    })
  ) {
    const [list, value] = node.arguments.map((each) => compileNode(each, bound)) as [Run, Run];
    const contains = callBuiltin(node.function);
    return (run, slots) => {
      const values: Value[] = [list(run, slots), value(run, slots)];
      return values.includes(NOT_SHOWN)
        ? NOT_SHOWN
        : contains(
            values.map((each) => lowerCased(each)),
            run,
          );
    };
  }
  const args = node.arguments.map((each) => compileNode(each, bound));
  const name = node.function;
  const builtin = name === "range" ? rangeFromText(bound) : callBuiltin(name);
  const only = args.length === 1 ? args[0]! : undefined;
  if (only && readsInstant(node)) {
    return compileLocalToInstant((run, slots) => {
      const value = only(run, slots);
      return value === NOT_SHOWN ? value : builtin([value], run);
    });
  }
  if (only) {
    return (run, slots) => {
      const value = only(run, slots);
      return value === NOT_SHOWN ? value : builtin([value], run);
    };
  }
  return (run, slots) => {
    const values = args.map((each) => each(run, slots));
    return values.includes(NOT_SHOWN) ? NOT_SHOWN : builtin(values, run);
  };
}

function compileApply(node: Expression & { kind: "apply" }, bound: Bound): Run {
  const callee = compileNode(node.function, bound);
  const args = node.arguments.map((each) => compileNode(each, bound));
  return (run, slots) => {
    const target = callee(run, slots);
    if (target === NOT_SHOWN) return target;
    const values = args.map((each) => each(run, slots));
    return target instanceof FunctionValue && values.length <= target.parameters.length ? target.call(values) : null;
  };
}

function compileFunction(node: Expression & { kind: "function" }, bound: Bound): Run {
  let inner = bound;
  const parameterSlots = node.parameters.map((name) => {
    const next = bind(inner, name);
    inner = next.bound;
    return next.slot;
  });
  const body = compileNode(node.body, inner);
  return (run, slots) => {
    const captured = slots.slice();
    const value = new FunctionValue(node.parameters, (args) => {
      const own = captured.slice();
      parameterSlots.forEach((place, i) => (own[place] = args[i] ?? null));
      return body(run, own);
    });
    return Object.assign(value, { slots: captured });
  };
}
