/** The people for whom a screen, or a part of it, is: a role, or one of the words for everybody. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { Context } from "../../context/context.ts";
import { reportNearest } from "../../resolve/report-nearest.ts";
import { declaredRole } from "../../resolve/roles.ts";
import { describedGroup } from "../../syntax/roles/group-words.ts";

export const audience: Readonly<Record<string, string>> = {
  everyone: "everyone",
  everybody: "everyone",
  "all users": "everyone",
  all: "everyone",
  bearer: "bearer",
  "the bearer": "bearer",
  anyone: "anyone",
  anybody: "anyone",
  public: "anyone",
};

export function roleOf(context: Context, words: TextSpan, what: string): string | null {
  const found = declaredRole(context, words.text, what, words.span) ?? audience[fold(words.text)] ?? describedGroup(words.text);
  if (found !== undefined) return found;
  // Without what limits them, the words would open the screen to more people than meant.
  if (/^(?:any|every)(?:one|body)\s/i.test(words.text)) {
    context.report("unknown-role-for", words.span, `There is no group of people called "${words.text}".`, {
      hint: "Write a role, `everyone` (who is signed in), `anyone` (also visitors) or `bearer` (whoever has the record's secret link). Which records they see is limited in point 6.",
    });
    return null;
  }
  reportNearest(context, "unknown-role-for", words, `There is no role "${words.text}"`, [...[...context.declared.roles.values()].map((role) => role.name), "everyone", "anyone"]);
  return null;
}
