/** Codes of countries, languages, currencies and time zones, with their names. */
import { countryCodes } from "@nonet/model";

export type CodeKind = "country" | "language" | "currency" | "time zone";

/** ISO 639-1. */
const languages =
  "aa ab af ak am ar as av ay az ba be bg bi bm bn bo br bs ca ce co cs cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi hr ht hu hy ia id ig is it ja jv ka kk kl km kn ko ks ku kw ky la lb lg ln lo lt lu lv mg mi mk ml mn mr ms mt my nb nd ne nl nn no nr nv ny oc om or os pa pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi wo xh yi yo za zh zu".split(
    " ",
  );

const codesOf = (kind: CodeKind): readonly string[] =>
  kind === "country" ? countryCodes : kind === "language" ? languages : Intl.supportedValuesOf(kind === "currency" ? "currency" : "timeZone");

export function nameOfCode(kind: CodeKind, code: string, language: string): string {
  if (kind === "time zone") return code.replaceAll("_", " ");
  try {
    return new Intl.DisplayNames([language], { type: kind === "country" ? "region" : kind }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Options sorted by name; currencies start with their code. */
export function optionsOf(kind: CodeKind, language: string, chosen: string | null): readonly { readonly value: string; readonly label: string }[] {
  const codes = codesOf(kind);
  const all = chosen !== null && !codes.includes(chosen) ? [chosen, ...codes] : codes;
  return all
    .map((value) => ({ value, label: kind === "currency" ? `${value} – ${nameOfCode(kind, value, language)}` : nameOfCode(kind, value, language) }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
}
