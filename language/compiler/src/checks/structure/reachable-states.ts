/** Every state can be reached, and every state that isn't an end state has a way to one. */
import { fold } from "@nonet/feel";
import type { Machine } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { rawTransitions, transitionTables } from "../../syntax/transition-rows.ts";
import { article, capital, list } from "../../text/english.ts";
import { isNotShown } from "../../text/split.ts";

export function checkStates(ctx: PointCompiler, machine: Machine): void {
  const reached = new Set(machine.startsAs.map((start) => start.state));
  for (const t of machine.transitions) if (t.from === null && t.to !== null && t.open === undefined) reached.add(t.to);
  if (reached.size === 0) return;
  const edges = [...machine.transitions, ...possibleEdges(ctx, machine)];
  for (let size = -1; size !== reached.size;) {
    size = reached.size;
    for (const { from, to } of edges) if (from !== null && to !== null && reached.has(from)) reached.add(to);
  }
  checkEnds(ctx, machine, reached);
  const near = (name: string): string | undefined =>
    nearest(
      name,
      machine.states.map((s) => s.name).filter((other) => other !== name),
    );
  const meant = (name: string): string => (near(name) === undefined ? "" : ` Did you mean "${near(name)}"?`);
  const leaves = (name: string): boolean => edges.some((t) => t.from === name && t.to !== name);
  const isDead = (name: string): boolean => reached.has(name) && !leaves(name) && machine.endsAs.length > 0 && !machine.endsAs.includes(name);
  // States that depend on an unreachable or misspelt state are not reported again.
  const lost = machine.states.filter(({ name }) => !reached.has(name));
  const first = lost.filter(({ name }) => !edges.some(({ from, to }) => to === name && from !== null && from !== name));
  const reported = (first.length > 0 ? first : lost).filter(({ name }) => !isDead(near(name) ?? name));
  for (const state of machine.states) {
    if (reported.includes(state)) ctx.report("unreachable-state", state.source, `No transition leads to ${state.name} of ${machine.entity}.${meant(state.name)}`);
    else if (isDead(state.name))
      ctx.report("dead-end", state.source, `${capital(article(machine.entity))} that is ${state.name} can't leave this state, but Ends as doesn't list it.${meant(state.name)}`);
  }
}

type Edge = Pick<Machine["transitions"][number], "from" | "to">;

/** Rows with an open cell: the states that they connect may be reachable. */
function possibleEdges(ctx: PointCompiler, machine: Machine): Edge[] {
  const names = machine.states.map((state) => state.name);
  const meant = (words: TextSpan): readonly string[] => (isNotShown(words) || words.text === "any" ? names : names.filter((name) => fold(name) === fold(words.text)));
  const sections = ctx.tree.points[3]!.sections.filter(({ span }) => span.file === machine.source.file && span.from === machine.source.from);
  const rows = sections.flatMap(transitionTables).flatMap((table) => rawTransitions(table).rows);
  return rows
    .filter(({ from, to, who, triggers }) => [...from, to, ...(who ? [who] : []), ...triggers.map((one) => one.words)].some(isNotShown))
    .flatMap(({ from, to }) => from.flatMap(meant).flatMap((start) => meant(to).map((end) => ({ from: start, to: end }))));
}

/** States with a way out, but without a path to an end state. */
function checkEnds(ctx: PointCompiler, machine: Machine, reached: ReadonlySet<string>): void {
  if (machine.endsAs.length === 0) return;
  const isEnd = (state: string): boolean => machine.endsAs.includes(state) || !machine.transitions.some((t) => t.from === state && t.to !== state);
  const ending = new Set(machine.states.flatMap((s) => (isEnd(s.name) || machine.transitions.some((t) => t.from === s.name && t.to === null) ? [s.name] : [])));
  for (let size = -1; size !== ending.size;) {
    size = ending.size;
    for (const t of machine.transitions) if (t.from !== null && t.to !== null && ending.has(t.to)) ending.add(t.from);
  }
  const lost = machine.states.filter((s) => reached.has(s.name) && !ending.has(s.name));
  const [first] = lost;
  if (first)
    ctx.report(
      "dead-end",
      first.source,
      `${capital(article(machine.entity))} that is ${list(
        lost.map((s) => s.name),
        "or",
      )} can never reach any state of Ends as: ${list(machine.endsAs, "or")}.`,
    );
}
