/** Point 7: a call must be sent where there is a record of the entity that its text refers to. */
import { fold } from "@nonet/feel";
import type { Call } from "@nonet/model";
import type { Section } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { CallUse } from "../statements/scene.ts";
import { expressionsIn, walk } from "../trees/walk.ts";

export function checkSenders(ctx: PointCompiler, call: Call, uses: readonly CallUse[], section: Section): void {
  const { name, entity } = call;
  const other = uses.find((use) => use.entity !== null && use.entity !== entity);
  if (other)
    ctx.report(
      "call-on-two-entities",
      other.words.span,
      `"${name}" is sent for ${entity} records elsewhere and for ${other.entity} records here, but its text can refer to only one entity.`,
      {
        hint: "Write two calls.",
      },
    );
  if (entity === null) return;
  const every = section.blocks.find((block) => block.kind === "bullet" && fold(block.label?.text ?? "") === "every");
  const places = uses.filter((use) => use.entity === null).map((use) => use.words.span);
  if (call.schedule && !call.schedule.forEach && every?.kind === "bullet") places.push(every.value?.span ?? every.span);
  if (places.length === 0 || !readsRecord(call)) return;
  for (const span of places)
    ctx.report("call-without-record", span, `"${name}" reads a field of ${entity}, but there is no record here.`, {
      hint: `Send it for a record, with \`for each ${entity} where …\` in a schedule or in an action of ${entity}, or don't refer to the record in its text.`,
    });
}

/** Whether the call refers to the record for which it is sent. */
function readsRecord(call: Call): boolean {
  let found = false;
  for (const expression of expressionsIn(call.does)) walk(expression, (e) => void (found ||= e.kind === "variable" && e.name === "this"));
  return found;
}
