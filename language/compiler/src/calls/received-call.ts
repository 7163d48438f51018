/** Point 7: a call that others send to the product: the record that it finds or creates, its statements and its answer. */
import { countedOnce } from "./attributes/counted-once.ts";
import { fold, type Type } from "@nonet/feel";
import type { CallBody, Creation, Statement } from "@nonet/model";
import { codeOf as code, type Section, type TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { entityNames } from "../resolve/names.ts";
import { didYouMean } from "../resolve/report-nearest.ts";
import { creation } from "../statements/create.ts";
import type { StatementScope } from "../statements/scene.ts";
import { compileStatements } from "../statements/statements.ts";
import { after, bare, cut, isNotShown, slice } from "../text/split.ts";
import { reportAmbiguousNames, reportNamesOfRecord } from "./ambiguous-names.ts";
import { readAnswers, readOtherwise } from "./answers.ts";
import { boundNames, pathType, readOffer } from "./call-path.ts";
import type { CallScene } from "./call-scope.ts";
import { readSignature } from "./attributes/signature.ts";
import { contextOf, takenBy } from "./taken-fields.ts";

type Received = Extract<CallBody, { kind: "received" }>;
const any: Type = { kind: "any" };

/** The entity that a received call finds. */
export function finderOf(ctx: PointCompiler, finds: TextSpan | undefined): string | undefined {
  if (!finds || isNotShown(finds)) return undefined;
  const name = bare(foundParts(finds).entity);
  const draft = ctx.drafts.get(fold(ctx.typeNames.entity(name.text) ?? name.text));
  const begun = draft ? null : /^\S+(?:\s\S+)*?(?=\s+(?:by|with|of|from|for)\s)/i.exec(name.text)?.[0];
  const known = begun ? ctx.typeNames.entity(begun) : undefined;
  if (known !== undefined) ctx.report("unreadable-value", finds.span, `Finds needs a condition: \`${known} where …\`.`);
  else if (!draft) ctx.report("unknown-entity", name.span, `There is no entity "${name.text}".${didYouMean(name.text, entityNames(ctx))}`);
  return draft?.name;
}

export function receivedBody(ctx: PointCompiler, scene: CallScene, section: Section): Received | null {
  const { attributes } = scene;
  const request = readOffer(ctx, attributes.get("receives")!, "POST /hooks/name");
  if (!request) return null;
  const takes = takenBy(ctx, section, "takes", scene.call);
  const variables = { "product address": { kind: "string" } as const, body: takes.length === 0 ? any : contextOf(takes), header: any, path: pathType(request.path), query: any };
  const use: Use = { ...scene.use, variables };
  const inner: StatementScope = { ...scene.scene, variables };
  // If nothing was found there is no record, so Otherwise has no `this`.
  const { self: _, ...none } = inner;
  const counts = attributes.get("counts once per");
  const then: readonly Statement[] = attributes.has("then") ? compileStatements(ctx, attributes.get("then")!, inner) : [];
  const answers = attributes.get("answers");
  // `Finds: Fee where …, else UNKNOWN_FEE` says what Otherwise would.
  const finds = attributes.has("finds") && !attributes.has("otherwise") ? cut(attributes.get("finds")!, otherwiseCode) : null;
  const body: Received = {
    kind: "received",
    ...request,
    signature: readSignature(ctx, attributes.get("signed with")),
    takes,
    countsOncePer: counts ? countedOnce(ctx, counts, { what: use.what, variables }) : null,
    finds: readFinds(ctx, finds?.before ?? attributes.get("finds"), use, none),
    then,
    otherwise: readOtherwise(ctx, attributes.get("otherwise") ?? (finds ? slice(finds.after, 0, /^`?\w+`?/.exec(finds.after.text)![0].length) : undefined), none),
    answers: answers ? readAnswers(ctx, answers, { ...use, variables: { ...variables, ...boundNames(then) } }) : null,
  };
  reportAmbiguousNames(ctx, body, takes);
  if (use.self !== undefined) reportNamesOfRecord(ctx, body, takes, { entity: use.self, text: ctx.layout.text(section.span) });
  return body;
}

const otherwiseCode = /[,;]?\s+\(?(?:or\s+)?(?:else|otherwise)\s+(?=`?[A-Z][A-Z0-9_]*`?\)?\.?$)/;
const withoutElse = (words: TextSpan): TextSpan => cut(words, otherwiseCode)?.before ?? words;

/** `the Fee where …`, `a Fee whose …`, `Fee[…]`: the entity and the condition. */
function foundParts(words: TextSpan): { readonly entity: TextSpan; readonly condition: TextSpan | null } {
  const plain = withoutElse(code(words));
  const named = after(plain, /(?:(?:the|an?|one|first)\s+)+/i) ?? plain;
  const filter = /^([^[\]`=]+?)\s*\[(.+)\]$/s.exec(named.text);
  if (filter) return { entity: slice(named, 0, filter[1]!.length), condition: slice(named, named.text.indexOf("[") + 1, named.text.length - 1) };
  const parts = cut(named, /\s+(?:where|whose|with|for which)\s+/i);
  return parts ? { entity: parts.before, condition: parts.after } : { entity: named, condition: null };
}

function readFinds(ctx: PointCompiler, words: TextSpan | undefined, use: Use, without: StatementScope): Received["finds"] {
  if (!words) return null;
  if (isNotShown(words)) {
    ctx.notShown(`what ${use.what} finds`, words.span);
    return null;
  }
  if (use.self === undefined) return null;
  const parted = foundParts(words);
  if (!parted.condition) {
    ctx.report("unreadable-value", words.span, `Finds needs a condition: \`${use.self} where …\`.`);
    return null;
  }
  const creates = cut(parted.condition, /,?\s*\bor\s+(?:else\s+)?creates?\s+(?:one|it|an?\s+[^`]*?)(?:\s+with\s+|$)/i);
  const where = ctx.expression(creates ? creates.before : parted.condition, { ...use, expect: { kind: "boolean" } });
  const draft = ctx.drafts.get(fold(use.self))!;
  const made = (given: TextSpan): Creation => creation(ctx, { when: null, source: words.span }, draft, { as: null, given: given.text === "" ? null : given }, without);
  return { entity: use.self, where, orCreates: creates ? made(creates.after) : null };
}
