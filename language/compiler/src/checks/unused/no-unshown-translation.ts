/** Each text in the table Translations must be one that a screen or a message shows. */
import type { Field, Product, Screen } from "@nonet/model";
import { nearest } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { errorsIn } from "../../syntax/error-rows.ts";
import { translationBlocks, translationCells } from "../../syntax/translation-table.ts";

export function noUnshownTranslation(ctx: PointCompiler, product: Product): void {
  const cells = translationBlocks(ctx.tree.points[0]!).flatMap((block) => (block.kind === "table" ? translationCells(block) : []));
  if (cells.length === 0) return;
  const shown = new Set([...textsOf(product), ...errorsIn(ctx.tree).flatMap((error) => error.message?.text ?? [])]);
  const texts = new Map(cells.map(({ text }) => [text.text, text]));
  for (const text of texts.values()) {
    if (shown.has(text.text)) continue;
    const near = nearest(text.text, shown);
    const message = `No screen and no message of the document shows "${text.text}".`;
    ctx.report("untranslatable-text", text.span, near === undefined ? message : `${message} Did you mean "${near}"?`, {
      fixes: near === undefined ? [] : [{ title: `Write "${near}"`, edits: [{ span: text.span, text: near }] }],
    });
  }
}

/** What every record has. */
const builtInFields = ["id", "state", "version", "created at", "created by", "updated at", "updated by"];

const textsOf = ({ name, about, entities, machines, screens, permissions }: Product): string[] => [
  name,
  ...about.prose,
  ...builtInFields,
  ...entities.flatMap((entity) => [entity.name, entity.plural, ...entity.fields.flatMap(textsOfField)]),
  ...machines.flatMap((machine) => [
    machine.field,
    ...machine.states.map((state) => state.name),
    ...machine.actions.flatMap((action) => [action.name, ...action.asks.flatMap(({ field }) => textsOfField(field))]),
  ]),
  ...screens.flatMap(textsOfScreen),
  ...permissions.roles.map((role) => role.name),
];

const textsOfField = ({ name, type }: Field): readonly string[] => [name, ...(type.kind === "one of" || type.kind === "any of" ? type.choices : [])];

const textsOfScreen = ({ name, menu, prose, shows }: Screen): readonly string[] => [name, prose, ...(typeof menu === "string" ? [menu] : []), ...textsShown(shows)];

function textsShown(shows: Screen["shows"]): readonly string[] {
  switch (shows.kind) {
    case "list":
    case "board": {
      const { columns, filters, groupBy, empty } = shows.list;
      return [...(columns ?? []), ...filters, ...(groupBy ? [groupBy] : [])].map(({ label }) => label).concat(empty ?? []);
    }
    case "record":
      return [...shows.sections.map(({ title }) => title), ...shows.lists.flatMap(({ title, tab, columns }) => [title, tab ?? "", ...columns.map(({ label }) => label)])];
    case "form":
    case "call form":
      return shows.steps.flatMap(({ title }) => title ?? []);
    case "dashboard":
    case "page":
      return shows.elements.flatMap((element) => {
        if (element.kind === "prose") return [element.text];
        if (element.kind === "text") return [element.title, element.text];
        return element.kind === "list" ? [element.title, ...element.columns.map(({ label }) => label)] : [element.title];
      });
    case "calendar":
    case "timeline":
      return shows.filters.map(({ label }) => label);
    case "report":
    case "tree":
    case "open":
      return [];
  }
}
