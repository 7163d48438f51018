/** Compiles the cells Route, For and Menu of the table of screens. */
import { isNone, isNotShown, splitTop, type TextSpan } from "@nonet/notation";
import type { Context } from "../../context/context.ts";
import { noteNotShown } from "../../resolve/report-nearest.ts";
import { openRoute, type RawScreen } from "../../syntax/screen-rows.ts";
import { roleOf } from "./audience.ts";
import { shape } from "./target.ts";

/** The route in the model; null if it is invalid. `taken` maps the shapes of earlier routes to their screens. */
export function compileRoute(context: Context, raw: RawScreen, taken: Map<string, string>): string | null {
  const { text, span } = raw.route;
  // A missing column is reported once.
  if (!raw.hasRoute) return null;
  if (isNotShown(raw.route)) {
    noteNotShown(context, openRoute(raw.name.text), raw.route);
    context.affects(openRoute(raw.name.text), `screen "${raw.name.text}"`, raw.row.span);
    return null;
  }
  if (!isRoute(raw.route)) {
    context.report(text === "" ? "missing-cell" : "bad-route", span, text === "" ? "The screen has no route." : `"${text}" is not a valid route.`);
    return null;
  }
  if (/^\/(api|rehearsal)(\/|$)/i.test(text)) context.report("reserved-route", span, `The product itself uses ${text}.`);
  const before = taken.get(shape(text));
  if (before !== undefined) {
    context.report("duplicate-route", span, `The screen "${before}" already has this route.`);
    return null;
  }
  taken.set(shape(text), raw.name.text);
  return text.length > 1 ? text.replace(/\/$/, "") : text;
}

const forms = new WeakMap<TextSpan, boolean>();

function isRoute(words: TextSpan): boolean {
  const known = forms.get(words) ?? (words.text.startsWith("/") && /^\/$|^(\/(:?[\p{L}\p{N}_.~-]+))+\/?$/u.test(words.text));
  forms.set(words, known);
  return known;
}

export function compileFor(context: Context, raw: RawScreen): string[] {
  const words = raw.for;
  if (!words || isNone(words)) return [];
  if (isNotShown(words)) noteNotShown(context, `For of ${raw.name.text}`, words);
  else if (words.text === "")
    context.report("missing-cell", words.span, `For of the screen "${raw.name.text}" is empty.`, { hint: "Write a role, or `everyone` for every signed-in user." });
  else return parts(words).flatMap((part) => roleOf(context, part, `For of ${raw.name.text}`) ?? []);
  return [];
}

/** `A, B`, `A / B`, `A and B`. */
function parts(words: TextSpan): TextSpan[] {
  return splitTop(words, ";")
    .flatMap((whole) => splitTop(whole, ","))
    .flatMap((part) => {
      const pieces: TextSpan[] = [];
      let at = 0;
      for (const piece of part.text.split(/(\s+\/\s+|\s+and\s+)/)) {
        if (!/^\s+(\/|and)\s+$/.test(piece)) pieces.push({ text: piece, span: { ...part.span, from: part.span.from + at, to: part.span.from + at + piece.length } });
        at += piece.length;
      }
      return pieces;
    });
}

/** Default 7: in the menu unless the route has a parameter. */
export function compileMenu(context: Context, raw: RawScreen): boolean | string {
  const words = raw.menu;
  const usual = !raw.route.text.includes(":");
  if (!words || words.text === "") return usual;
  if (isNotShown(words)) {
    noteNotShown(context, `Menu of ${raw.name.text}`, words);
    return usual;
  }
  if (isNone(words) || /^(no|❌)$/i.test(words.text)) return false;
  if (!usual) context.report("route-parameter", words.span, "A screen with a parameter in its route can't be in the menu.");
  if (/^(yes|✅)$/i.test(words.text)) return usual;
  return usual && words.text;
}
