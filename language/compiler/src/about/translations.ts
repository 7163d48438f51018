/** Point 1's table Translations: the document's own texts in its further languages. */
import type { Translation } from "@nonet/model";
import { isNotShown, type PointTree, type Table } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { noteNotShown, reportNearest } from "../resolve/report-nearest.ts";
import { languageHeaders, translationBlocks, type TranslationCell, translationCells } from "../syntax/translation-table.ts";
import { languageName, languageNames, languageTag } from "../text/languages.ts";

/** `languages`: those of the product, the default first. */
export function compileTranslations(context: Context, point: PointTree, languages: readonly string[]): Translation[] {
  const seen = new Set<string>();
  return translationBlocks(point).flatMap((block) => {
    if (block.kind === "table") return compileTable(context, block, languages, seen);
    if (block.kind === "bullet")
      context.report("unreadable-line", block.words.span, "Translations are a table, with the document's texts in the first column and a language in each other one.", {
        hint: "Write `| Text | German |`, and below it `| start date | Beginn |`.",
      });
    return [];
  });
}

function compileTable(context: Context, table: Table, languages: readonly string[], seen: Set<string>): Translation[] {
  for (const header of languageHeaders(table)) checkLanguage(context, header, languages);
  for (const row of table.rows) context.markEnforced(row.span);
  return translationCells(table).flatMap((cell) => compileCell(context, cell, languages, seen));
}

function checkLanguage(context: Context, header: TranslationCell["text"], languages: readonly string[]): void {
  const tag = languageTag(header.text);
  if (tag === undefined) reportNearest(context, "unknown-language", header, `There is no language "${header.text}"`, languageNames());
  else if (!languages.includes(tag))
    context.report("language-not-offered", header.span, `The product isn't offered in ${languageName(tag)}, so nobody would see these texts.`, {
      hint: `In point 1, write \`Language: ${[...languages, tag].map(languageName).join(", ")}\`.`,
    });
}

function compileCell(context: Context, { text, language, translation }: TranslationCell, languages: readonly string[], seen: Set<string>): Translation[] {
  if (language === undefined || !languages.includes(language)) return [];
  const key = `${language} ${text.text}`;
  if (seen.has(key)) {
    context.report("doubled-translation", text.span, `"${text.text}" is already translated into ${languageName(language)} above.`);
    return [];
  }
  seen.add(key);
  if (!isNotShown(translation)) return [{ text: text.text, language, translation: translation.text, source: translation.span }];
  noteNotShown(context, `${languageName(language)} for "${text.text}"`, translation);
  return [];
}
