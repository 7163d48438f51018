/**
 * Point 7: `sent(body.user.bio)`, `sent null(…)` and `sent empty(…)` in an offered call. They ask what the request
 * contains, which the input itself no longer shows: a field that was left out, null or an empty text is null there.
 */
import { type Expression, fold, type Type } from "@nonet/feel";
import type { CallParameter } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";

const questions = ["sent", "sent null", "sent empty"] as const;

const asking: Type = { kind: "function", parameters: [{ name: "input", type: { kind: "any" } }], result: { kind: "boolean" } };

/** The names of the questions, for the scope of an offered call. */
export const sentVariables: Readonly<Record<string, Type>> = Object.fromEntries(questions.map((name) => [name, asking]));

/** Each question becomes a path on a variable of the same name, whose keys are the paths of inputs: `sent."user/bio"`. */
export function withSentInputs<T>(ctx: PointCompiler, part: T, takes: readonly CallParameter[]): T {
  if (Array.isArray(part)) {
    const mapped = part.map((one: unknown) => withSentInputs(ctx, one, takes));
    return mapped.some((one, i) => one !== part[i]) ? (mapped as T) : part;
  }
  if (part === null || typeof part !== "object") return part;
  const asked = questionIn(part as Partial<Expression>);
  if (asked) return answerTo(ctx, asked, takes) as T;
  const mapped = Object.entries(part).map(([key, value]) => [key, key === "span" || key === "source" || key === "type" ? value : withSentInputs(ctx, value, takes)] as const);
  return mapped.some(([key, value]) => value !== (part as Record<string, unknown>)[key]) ? (Object.fromEntries(mapped) as T) : part;
}

type Question = Expression & { readonly kind: "apply" };

function questionIn(node: Partial<Expression>): Question | null {
  const isQuestion =
    node.kind === "apply" && node.function?.kind === "variable" && node.function.type.kind === "function" && (questions as readonly string[]).includes(fold(node.function.name));
  return isQuestion ? (node as Question) : null;
}

function answerTo(ctx: PointCompiler, { function: question, arguments: [input], span }: Question, takes: readonly CallParameter[]): Expression {
  const name = question.kind === "variable" ? fold(question.name) : "";
  const boolean = { type: { kind: "boolean" }, nullable: false, span } as const;
  const key = input ? keyOf(input, takes) : null;
  if (key === null) {
    ctx.report("not-an-input", input?.span ?? span, `\`${name}\` asks for something that the request contains, and this isn't an input of the call.`, {
      hint: takes.length > 0 ? `Write \`${name}(body.${takes[0]!.field.key})\`.` : `Write \`${name}(body.KEY)\`.`,
    });
    return { kind: "hole", open: null, ...boolean };
  }
  const all: Type = { kind: "context", entries: { [key]: { kind: "boolean" } } };
  return { kind: "path", of: { kind: "variable", name, type: all, nullable: false, span }, field: key, listed: false, ...boolean };
}

/** The path of an input by its JSON keys: `user/bio`; null for anything else, and for what is inside a list. */
export function keyOf(input: Expression, takes: readonly CallParameter[]): string | null {
  const steps = stepsOf(input);
  if (steps === null || steps.length === 0) return null;
  if (takes.length === 0) return steps.join("/");
  const keys: string[] = [];
  let fields: readonly CallParameter[] | null = takes;
  for (const step of steps) {
    const found: CallParameter | undefined = fields?.find(({ field }) => [field.name, field.key, field.column].some((one) => fold(one) === fold(step)));
    if (!found) return null;
    keys.push(found.field.key);
    fields = found.list ? null : found.fields;
  }
  return keys.join("/");
}

/** The names after `body` or `asked`, or of an input that is named alone. */
function stepsOf(e: Expression): string[] | null {
  if (e.kind === "variable") return e.name === "body" || e.name === "asked" ? [] : [e.name];
  if (e.kind !== "path" || e.listed) return null;
  const before = stepsOf(e.of);
  return before && [...before, e.field];
}
