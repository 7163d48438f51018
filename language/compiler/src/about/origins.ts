/** Reads `Origins: https://app.example, https://admin.example` or `Origins: any`: whose pages may use the API. */
import { splitTop, type TextSpan } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { partsAt } from "../text/split.ts";

/** As a browser sends them; `*` for any. */
export function readOrigins(context: Context, value: TextSpan): readonly string[] {
  const found = new Set<string>();
  for (const words of splitTop(value, ",").flatMap((part) => partsAt(part, /\s+(?:and|or)\s+|\s*;\s*/gi))) {
    const text = words.text.replace(/[`<>]/g, "").replace(/\/$/, "");
    const origin = /^(?:any|all|every)(?: origins?| pages?| sites?)?$|^\*$/i.test(text) ? "*" : originOf(text);
    if (origin !== null) found.add(origin);
    else
      context.report("bad-origin", words.span, `"${words.text}" isn't the origin of a page.`, {
        hint: "An origin is a scheme and a host, and a port if it isn't the usual one: `https://app.example`. Write `any` for pages of every origin.",
      });
  }
  return [...found];
}

function originOf(text: string): string | null {
  const url = /^https?:\/\/[^\s/?#@]+$/i.test(text) && URL.canParse(text) ? new URL(text) : null;
  return url && url.hostname !== "" && !url.hostname.includes("*") ? url.origin : null;
}
