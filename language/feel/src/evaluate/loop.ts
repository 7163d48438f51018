/** Compiles loops: `for`, `some` and `every`. */
import type { Binding, Expression } from "../types/expression.ts";
import { compare } from "../values/compare.ts";
import type { Runtime } from "../values/environment.ts";
import { DateValue } from "../values/temporal.ts";
import { isDecimal, isList, NOT_SHOWN, RangeValue, type Value } from "../values/value.ts";
import { bind, type Bound, compileNode, type Run } from "./run.ts";

interface Loop {
  readonly slot: number;
  readonly of: Run;
  readonly to: Run | undefined;
}

function compileBindings(bindings: readonly Binding[], bound: Bound): { readonly loops: readonly Loop[]; readonly bound: Bound } {
  let inner = bound;
  const loops = bindings.map((binding) => {
    const of = compileNode(binding.of, inner);
    const to = binding.to && compileNode(binding.to, inner);
    const next = bind(inner, binding.name);
    inner = next.bound;
    return { slot: next.slot, of, to };
  });
  return { loops, bound: inner };
}

export function compileFor(node: Expression & { kind: "for" }, bound: Bound): Run {
  const { loops, bound: inner } = compileBindings(node.bindings, bound);
  const partial = bind(inner, "partial");
  const result = compileNode(node.result, partial.bound);
  return (run, slots) => {
    const results: Value[] = [];
    const stop = each(loops, 0, run, slots, () => {
      slots[partial.slot] = results;
      results.push(result(run, slots));
      return undefined;
    });
    return stop === undefined ? results : stop;
  };
}

export function compileQuantified(node: Expression & { kind: "quantified" }, bound: Bound): Run {
  const { loops, bound: inner } = compileBindings(node.bindings, bound);
  const condition = compileNode(node.condition, inner);
  const decisive = node.quantifier === "some";
  return (run, slots) => {
    let result: Value = !decisive;
    // A list that is null makes the result null, like an element whose condition is null.
    const missing = (): undefined => void (result = null);
    const stop = each(
      loops,
      0,
      run,
      slots,
      () => {
        const holds = condition(run, slots);
        if (holds === decisive || holds === NOT_SHOWN) return holds;
        if (typeof holds !== "boolean" && holds !== null) return null;
        if (holds !== !decisive) result = null;
        return undefined;
      },
      missing,
    );
    return stop === undefined ? result : stop;
  };
}

/** Iterates over all combinations, until the body returns anything but undefined. */
function each(loops: readonly Loop[], at: number, run: Runtime, slots: Value[], body: () => Value | undefined, missing?: () => undefined): Value | undefined {
  const loop = loops[at];
  if (!loop) return body();
  const items = itemsOf(loop, run, slots);
  if (items === null && missing) return missing();
  if (items === null || items === NOT_SHOWN) return items;
  for (const item of items as readonly Value[]) {
    slots[loop.slot] = item;
    const stop = each(loops, at + 1, run, slots, body, missing);
    if (stop !== undefined) return stop;
  }
  return undefined;
}

function itemsOf(loop: Loop, run: Runtime, slots: Value[]): readonly Value[] | null | typeof NOT_SHOWN {
  const of = loop.of(run, slots);
  if (of === NOT_SHOWN) return of;
  if (loop.to) {
    const to = loop.to(run, slots);
    return to === NOT_SHOWN ? to : span(of, to);
  }
  if (of instanceof RangeValue) return spanOfRange(of);
  return isList(of) ? of : of === null ? null : [of];
}

/** A longer loop gives null, because it would exhaust the memory. */
const maxIterations = 1_000_000;

/** The whole numbers or days from one value to another, descending if the second is smaller. */
function span(from: Value, to: Value): readonly Value[] | null {
  if (isDecimal(from) && isDecimal(to) && from.isInteger() && to.isInteger()) {
    const count = to.minus(from).abs().toNumber();
    const step = to.lt(from) ? -1 : 1;
    return count > maxIterations ? null : Array.from({ length: count + 1 }, (_, i) => from.plus(step * i));
  }
  if (from instanceof DateValue && to instanceof DateValue) {
    const count = Math.abs(to.epochDay - from.epochDay);
    const step = to.epochDay < from.epochDay ? -1 : 1;
    return count > maxIterations ? null : Array.from({ length: count + 1 }, (_, i) => DateValue.ofEpochDay(from.epochDay + step * i));
  }
  return null;
}

/** `for i in [1..5)`: the whole numbers or days of a range. */
function spanOfRange(range: RangeValue): readonly Value[] | null {
  const items = range.low === undefined || range.high === undefined ? null : span(range.low, range.high);
  if (!items) return null;
  const first = items[0]!;
  const last = items[items.length - 1]!;
  return items.filter((item) => (range.lowClosed || compare(item, first) !== 0) && (range.highClosed || compare(item, last) !== 0));
}
