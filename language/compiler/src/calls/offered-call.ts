/** Point 7: a call that the product offers to others: the permission to call it, its input, its statements and its answer. */
import { countedOnce } from "./attributes/counted-once.ts";
import { type Expression, fold, type Type } from "@nonet/feel";
import type { CallParameter, OfferedCall, Statement } from "@nonet/model";
import type { Section, TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { roleOf } from "../resolve/roles.ts";
import type { CallUse, StatementScope } from "../statements/scene.ts";
import { compileStatements } from "../statements/statements.ts";
import { expressionsIn, walk } from "../trees/walk.ts";
import { bare, isNothing, isNotShown, split } from "../text/split.ts";
import { reportAmbiguousNames } from "./ambiguous-names.ts";
import { readAnswers } from "./answers.ts";
import { boundNames, pathType, readOffer } from "./call-path.ts";
import type { CallScene } from "./call-scope.ts";
import { leaving } from "./leaving-keys.ts";
import { passwordInputs, reportPasswordLeaks } from "./password-inputs.ts";
import { sentVariables, withSentInputs } from "./sent-inputs.ts";
import { readSignIn } from "./attributes/sign-in.ts";
import { contextOf, takenBy } from "./taken-fields.ts";

const any: Type = { kind: "any" };

export function offeredBody(ctx: PointCompiler, scene: CallScene, section: Section): OfferedCall | null {
  const { attributes, use } = scene;
  const request = readOffer(ctx, attributes.get("offers")!, "POST /api/name/:number");
  const takes = takenBy(ctx, section, "takes", scene.call);
  if (!request) return null;
  const { signedInBy, credential } = readSignIn(ctx, attributes.get("signed in by"), use.what);
  const variables = {
    ...sentVariables,
    "my token": { kind: "string" } as const,
    "product address": { kind: "string" } as const,
    ...contextEntries(takes),
    ...(credential ? { [fold(credential.entity)]: { kind: "record", name: credential.entity } as const } : {}),
    asked: contextOf(takes),
    path: pathType(request.path),
    query: any,
    header: any,
    body: bodyType(takes),
  };
  const callers = rolesFor(ctx, attributes.get("for"), section);
  const uses: CallUse[] = [];
  const inner: StatementScope = { ...scene.scene, uses, callers, variables, asked: takes.filter((t) => t.fields === null).map((t) => t.field) };
  const counts = attributes.get("counts once per");
  const does = attributes.get("does") ?? attributes.get("then");
  const then = does && !isNothing(does) ? withSentInputs(ctx, compileStatements(ctx, does, inner), takes) : [];
  const answers = attributes.get("answers");
  const errors = attributes.get("errors");
  const countsOncePer = counts ? withSentInputs(ctx, countedOnce(ctx, counts, { what: use.what, variables }), takes) : null;
  const bound = { ...variables, ...boundNames(then) };
  const answered = answers ? withSentInputs(ctx, readAnswers(ctx, answers, { what: use.what, variables: bound }), takes) : ({ status: 204, body: null } as const);
  reportAmbiguousNames(ctx, { then, countsOncePer, answered }, takes);
  reportPasswordLeaks(ctx, then, [countsOncePer, answered], takes);
  reportStoredToken(ctx, counts, { then, answered });
  const passwords = passwordInputs(then, takes);
  scene.scene.uses.push(...uses.map((one) => ({ ...one, asked: one.asked.filter(({ key }) => !passwords.has(key)) })));
  return {
    kind: "offered",
    ...request,
    for: callers,
    takes,
    countsOncePer,
    then,
    answers: answered,
    errors: errors ? leaving(ctx.expression(errors, { what: use.what, variables: refusalVariables })) : null,
    signedInBy,
    credential,
    seesEverything: readSees(ctx, attributes.get("sees")),
  };
}

/** What is counted once is answered from memory the next time, and a token is never stored. */
function reportStoredToken(
  ctx: PointCompiler,
  counts: TextSpan | undefined,
  parts: { readonly then: readonly Statement[]; readonly answered: { readonly body: Expression | null } },
): void {
  const kept = counts ? expressionsIn(parts) : parts.then.filter(({ kind }) => kind !== "stop").flatMap((s) => expressionsIn(s));
  for (const whole of kept)
    walk(whole, (e) => {
      if (e.kind === "variable" && e.name === "my token")
        ctx.report("password-leaves", e.span, "`my token` signs in as the caller, and here it would be stored.", {
          hint: counts ? "Leave out `Counts once per`, or the token." : "Write it in `Answers` only.",
        });
    });
}

/** The variables of the error response: those of the first error, and all errors as `errors`. */
const refusalVariables: Use["variables"] = {
  code: { kind: "string" },
  message: { kind: "string" },
  field: { kind: "string" },
  status: { kind: "number", integer: true },
  errors: { kind: "list", of: { kind: "context", entries: { code: { kind: "string" }, message: { kind: "string" }, field: { kind: "string" } } } },
};

function rolesFor(ctx: PointCompiler, words: TextSpan | undefined, section: Section): string[] {
  if (!words) ctx.report("incomplete-call", section.title.span, `"${bare(section.title).text}" has no \`For\`.`, { hint: "Add `For:` with roles, `everyone` or `anyone`." });
  else if (isNotShown(words)) ctx.notShown(`For of ${bare(section.title).text}`, words.span);
  else return split(words, ",/").flatMap((one) => roleOf(ctx, one, `For of ${bare(section.title).text}`) ?? []);
  return [];
}

function readSees(ctx: PointCompiler, words: TextSpan | undefined): boolean {
  if (!words || /^(?:what|only what|the records that|as) (?:the )?(?:caller|reader|they)\b|^(?:the )?caller's/i.test(words.text)) return false;
  if (/^(?:everything|all|all records|everyone's records|every record)\.?$/i.test(words.text)) return true;
  ctx.report("unreadable-value", words.span, `"${words.text}" isn't what a call can see.`, {
    hint: "Write `Sees: everything`, or leave the attribute out.",
    fixes: [{ title: "Write everything", edits: [{ span: words.span, text: "everything" }] }],
  });
  return false;
}

/** The declared fields by their names. */
const contextEntries = (takes: readonly CallParameter[]): Record<string, Type> => (contextOf(takes) as Type & { kind: "context" }).entries as Record<string, Type>;

/** The fields by their names in expressions, in JSON and in SQL. */
function bodyType(takes: readonly CallParameter[]): Type {
  const types = contextEntries(takes);
  return { kind: "context", entries: Object.fromEntries(takes.flatMap(({ field }) => [field.column, field.key, field.name].map((name) => [name, types[field.name]!]))) };
}
