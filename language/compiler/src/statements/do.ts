/** Compiles `do ACTION on RECORDS with F = …`. On an entity, the action's `(new)` row creates a record. */
import { type Expression, fold } from "@nonet/feel";
import type { Statement } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { reportMissing } from "../resolve/report-nearest.ts";
import { rawTransitions, transitionTables } from "../syntax/transition-rows.ts";
import { bare, cut, split } from "../text/split.ts";
import { withConditions } from "./conditions.ts";
import { creation } from "./create.ts";
import { entityOfRecords, recordsOf } from "./records.ts";
import { stopNotShown, type StatementBase, type StatementScope } from "./scene.ts";

export interface Run {
  readonly action: TextSpan;
  readonly on: TextSpan | null;
  readonly as: TextSpan | null;
  readonly given: TextSpan | null;
  readonly words: TextSpan;
}

export function doStatement(ctx: PointCompiler, base: StatementBase, run: Run, scene: StatementScope): Statement | null {
  const name = bare(run.action);
  const created = run.on && createdBy(ctx, run.on, name.text);
  if (created) return { ...creation(ctx, base, created, { as: run.as && bare(run.as).text, given: run.given }, scene), action: created.actions.get(fold(name.text))!.name };
  const on: Expression = run.on
    ? recordsOf(ctx, run.on, scene)
    : { kind: "variable", name: "this", type: { kind: "record", name: scene.self ?? "" }, nullable: false, span: run.words.span };
  if (on.kind === "hole" && on.open !== null) return stopNotShown(base, on);
  const entity = entityOfRecords(on);
  const draft = entity === null ? undefined : ctx.drafts.get(fold(entity));
  if (!draft) {
    if (!run.on) ctx.report("not-a-record", name.span, "There is no record here on which an action could run.", { hint: "Write `do ACTION on RECORD`." });
    return null;
  }
  const action = draft.actions.get(fold(name.text));
  if (!action) return reportMissing(ctx, draft, "action", name);
  if (run.as) ctx.report("unreadable-statement", run.as.span, `"as" names a new record, but "${action.name}" runs on a record that is there already.`);
  const asked = run.given
    ? split(run.given, ",").flatMap((part) => {
        const pair = cut(part, /\s*[=:]\s*/);
        if (pair) return [{ field: bare(pair.before).text, value: ctx.expression(pair.after, scene) }];
        ctx.report("unreadable-statement", part.span, `"${part.text}" doesn't have the form \`F = …\`.`);
        return [];
      })
    : [];
  return withConditions({ ...base, kind: "do", action: action.name, on, asked }, scene.given);
}

/** The entity that is named instead of records, if the action creates one. */
function createdBy(ctx: PointCompiler, on: TextSpan, action: string): EntityDraft | undefined {
  const name = bare(on).text.replace(/^(?:an?|the)\s+(?:new\s+)?/i, "");
  const draft = ctx.drafts.get(fold(name));
  const rows = (draft?.machines ?? []).slice(0, 1).flatMap((section) => transitionTables(section).flatMap((table) => rawTransitions(table).rows));
  const isNew = rows.some(({ from, triggers }) => from.some(({ text }) => text === "(new)") && triggers.some((one) => !one.automatic && fold(one.words.text) === fold(action)));
  return isNew ? draft : undefined;
}
