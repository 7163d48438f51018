/** Point 7: whoever sends a call has a record at hand of the entity that its text is over. */
import { fold } from "@nonet/feel";
import type { Call } from "@nonet/model";
import type { Section } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { CallUse } from "../statements/scene.ts";
import { expressionsIn, walk } from "../trees/walk.ts";

export function judgeSenders(ctx: PointCompiler, call: Call, uses: readonly CallUse[], section: Section): void {
  const { name, entity } = call;
  const other = uses.find((use) => use.entity !== null && use.entity !== entity);
  if (other)
    ctx.report("call-on-two-entities", other.words.span, `"${name}" leaves from a ${entity} elsewhere and from a ${other.entity} here, so its text has no one record.`, {
      hint: "Make two calls of it.",
    });
  if (entity === null) return;
  const every = section.blocks.find((block) => block.kind === "bullet" && fold(block.label?.text ?? "") === "every");
  const places = uses.filter((use) => use.entity === null).map((use) => use.words.span);
  if (call.schedule && !call.schedule.forEach && every?.kind === "bullet") places.push(every.value?.span ?? every.span);
  if (places.length === 0 || !readsRecord(call)) return;
  for (const span of places)
    ctx.report("call-without-record", span, `"${name}" reads the ${entity} that it leaves from, and there is none here.`, {
      hint: `Send it for a record: \`for each ${entity} where …\` in a schedule, or an action of ${entity}; or write its text without the record.`,
    });
}

/** Whether anything of it hangs on the record that it leaves from. */
function readsRecord(call: Call): boolean {
  let found = false;
  for (const expression of expressionsIn(call.does)) walk(expression, (e) => void (found ||= e.kind === "variable" && e.name === "this"));
  return found;
}
