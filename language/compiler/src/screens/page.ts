/** A page: prose with numbers, charts, lists, pictures and forms between it, in the document's order. */
import { fold } from "@nonet/feel";
import { pageFormForms, screenForms } from "@nonet/forms";
import type { PageElement } from "@nonet/model";
import { type Attribute, isNotShown, type TextSpan } from "@nonet/notation";
import { isPicture } from "../about/picture.ts";
import type { Context } from "../context/context.ts";
import { tryForm } from "../resolve/read-by-form.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { type RawScreen, screenTables } from "../syntax/screen-rows.ts";
import { type Details, openShows } from "./attributes.ts";
import { parametersIn } from "./addresses/parameters.ts";
import { compileValueElement } from "./dashboard.ts";
import { plainName } from "./naming/plain-name.ts";
import { slotTests } from "./naming/slot-tests.ts";

export function compilePage(context: Context, screen: string, details: Details): PageElement[] {
  return details.parts.flatMap((part): readonly PageElement[] => {
    if ("text" in part) return [part];
    const { name, attribute } = part;
    const element =
      name === "Picture" ? compilePicture(context, attribute) : name === "Form" ? compileForm(context, screen, attribute) : compileValueElement(context, screen, name, attribute);
    return element ? [element] : [];
  });
}

function compilePicture(context: Context, { title, value, bullet }: Attribute): PageElement | null {
  const file = (/^!\[[^\]]*\]\(([^()\s]+)\)$/.exec(value.text)?.[1] ?? value.text).replace(/`/g, "");
  if (isPicture(file)) return { kind: "picture", title: title!.text, file, source: bullet.span };
  context.report("bad-picture", value.span, `"${value.text}" isn't a picture that can be shown.`, {
    hint: "Write a web address (`https://…`), or a file next to the document: svg, png, jpg, gif or webp.",
  });
  return null;
}

/** The name or the route of a form screen. */
function compileForm(context: Context, screen: string, { title, value, bullet }: Attribute): PageElement | null {
  const raws = screenTables(context.tree).flatMap(({ screens }) => screens);
  const meant = (text: string): RawScreen | undefined => raws.find((raw) => fold(raw.name.text) === fold(text) || raw.route.text === text);
  const line = tryForm(pageFormForms, plainName(value), { screen: (text) => meant(text) !== undefined });
  const words = plainName(line?.slots["screen"] ?? value);
  const target = meant(words.text);
  if (!target) {
    reportNearest(
      context,
      "unknown-target",
      words,
      `There is no screen "${words.text}"`,
      raws.filter((raw) => isForm(context, raw)).map((raw) => raw.name.text),
    );
    return null;
  }
  if (target.shows && isNotShown(target.shows)) {
    context.affects(openShows(target.name.text), `Form "${title!.text}" of ${screen}`, bullet.span);
    return null;
  }
  if (!isForm(context, target)) return refuseForm(context, words, `"${words.text}" isn't a form.`, "Name a screen that shows `form for …`.");
  if (parametersIn(target.route).length > 0)
    return refuseForm(context, words, `The form of "${words.text}" needs a record, which its route names with a parameter.`, "Name a form whose route has no parameter.");
  return { kind: "form", title: title!.text, screen: target.name.text, source: bullet.span };
}

function refuseForm(context: Context, words: TextSpan, message: string, hint: string): null {
  context.report("not-a-form-screen", words.span, message, { hint });
  return null;
}

const isForm = (context: Context, { shows }: RawScreen): boolean =>
  shows !== null && shows !== undefined && (tryForm(screenForms, shows, slotTests(context))?.name.startsWith("form") ?? false);
