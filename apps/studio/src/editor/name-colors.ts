/** Colors the names of things by their kinds; between two checks, the colors move with the text. */
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { SemanticToken } from "@nonet/services";

export const setNames = StateEffect.define<readonly SemanticToken[]>();

const marks = new Map<string, Decoration>();

function markOf(kind: string): Decoration {
  const mark = marks.get(kind) ?? Decoration.mark({ class: `name name-${kind}` });
  marks.set(kind, mark);
  return mark;
}

export const nameColors: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(colors, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setNames))
        return Decoration.set(effect.value.filter(({ from, to }) => from < to && to <= transaction.newDoc.length).map(({ from, to, kind }) => markOf(kind).range(from, to)));
    return colors.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
