/** `Given …`: records that are there, people with their roles, and the answers of other systems. */
import { givenForms } from "@nonet/forms";
import type { Given, Step } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import { buildThing } from "../build/build-phrases.ts";
import { learn, mistake, speakOf, type Story, nameBy } from "../scope/example-scope.ts";
import { answers, becomes, expectMoment, silent } from "./outer-events.ts";
import type { ValueOf } from "../scope/phrase-readings.ts";
import { asksFor, type ClauseBuilder, expectNew, type ExplainMiss, one, readClause } from "./read-clause.ts";
import { complete, scanOf } from "../phrases/scan.ts";
import { roleNamed } from "./slot-tests.ts";
import { thingsAt } from "../phrases/read-things.ts";

const builders: Readonly<Record<keyof typeof givenForms.forms, ClauseBuilder>> = {
  clock: becomes,
  records: (story, { words, slots }) => {
    const things = one(story, slots["things"], (s) => thingsAt(s, 0));
    if (!things || !expectNew(story, { words, slots, flags: new Set() }, things)) return null;
    return things.map((thing): Step => {
      const made = buildThing(story, thing, []);
      if (thing.entity === "User" && thing.name !== null) knowPerson(story, thing.name, made.values);
      speakOf(story, thing.entity);
      return { kind: "given", entity: made.entity, title: made.title, values: made.values, parts: made.parts, state: made.state, source: words.span };
    });
  },
  role: personWithRole,
  roleBehindName: personWithRole,
  roleBeforeName: personWithRole,
  answers,
  silent,
};

function personWithRole(story: Story, { words, slots }: Parameters<ClauseBuilder>[1]): readonly Step[] {
  const name = (slots["person"] ?? slots["bare person"])!.text.replace(/^["“]|["”]$/g, "");
  const named = (slots["role"] ?? slots["lone role"])!;
  const role = roleNamed(story, named.text)!;
  const values: ValueOf[] = [{ field: "roles", value: { kind: "choice", choice: role, words: named } }];
  const made = buildThing(story, { entity: "User", name, values, asked: [], parts: [], state: null }, []);
  knowPerson(story, name, made.values);
  speakOf(story, "User");
  return [{ kind: "given", entity: made.entity, title: made.title, values: made.values, parts: [], state: null, source: words.span }];
}

/** A person given by a role has it in the steps after. */
function knowPerson(story: Story, name: string, values: readonly Given[]): void {
  learn(story, "User", name);
  const roles = values.flatMap(({ field, value }) =>
    field === "roles" && value.kind === "expression" && value.expression.kind === "list"
      ? value.expression.items.flatMap((item) => (item.kind === "literal" && typeof item.value === "string" ? [item.value] : []))
      : [],
  );
  nameBy(story, name, roles);
}

const explain: ExplainMiss = (story, words) => {
  if (expectMoment(story, words)) return true;
  const s = scanOf(story, words);
  const found = thingsAt(s, 0, asksFor(story));
  if (complete(s, found).length === 0) s.miss.report?.();
  if (!story.failed && s.tokens.length === 0) mistake(story, "unreadable-step", words.span, "The step is empty.");
  return story.failed;
};

export const readGivenClause = (story: Story, words: TextSpan): readonly Step[] | null => readClause(story, givenForms, builders, words, explain);
