/** Point 7: `Undo: CALL`, the call that takes back what a call with `First: yes` has done, if the change isn't committed. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { callKey } from "../syntax/call-attributes.ts";
import { callSections } from "../syntax/call-sections.ts";
import { bare } from "../text/split.ts";
import type { CallScene } from "./call-scope.ts";

export function readUndo(ctx: PointCompiler, { call: undone, attributes, use, scene }: CallScene, isFirst: boolean): string | null {
  const words = attributes.get("undo");
  if (!words) return null;
  const name = bare(words);
  const known = [...ctx.declared.calls.values()].map((call) => call.name);
  const call = ctx.declared.calls.get(fold(name.text));
  if (!call) reportNearest(ctx, "unknown-call", name, `Point 7 has no call "${name.text}"`, known);
  else if (!isFirst)
    ctx.report("unreadable-value", name.span, "Only a call with `First: yes` can be undone: others leave after the change is committed.", {
      hint: "Add `First: yes`, or remove Undo.",
    });
  else if (!attributeOf(ctx, call.name, "request"))
    ctx.report("unreadable-value", name.span, `"${call.name}" isn't an HTTP call, so it can't undo one.`, { hint: "Name a call with `Request:`." });
  else {
    scene.uses.push({ call: call.name, entity: use.self ?? null, asked: [], what: `undo of call "${undone}"`, words: name });
    return call.name;
  }
  return null;
}

/** A call that undoes another one may use the `answer` that the other got. */
export function withUndoneAnswer(ctx: PointCompiler, call: string, use: Use): Use {
  const undoes = callSections(ctx.tree).some((section) => section.blocks.some((block) => block.kind === "bullet" && isUndoOf(block, call)));
  return undoes ? { ...use, variables: { ...use.variables, answer: { kind: "any" } } } : use;
}

const isUndoOf = (block: { readonly label: TextSpan | null; readonly value: TextSpan | null }, call: string): boolean =>
  callKey(block.label?.text ?? "") === "undo" && fold(bare(block.value ?? { text: "", span: { file: 0, from: 0, to: 0 } }).text) === fold(call);

const attributeOf = (ctx: PointCompiler, call: string, label: string): boolean =>
  callSections(ctx.tree).some(
    (section) => fold(bare(section.title).text) === fold(call) && section.blocks.some((block) => block.kind === "bullet" && callKey(block.label?.text ?? "") === label),
  );
