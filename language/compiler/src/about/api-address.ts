/** Reads `API address: /desk/api`: the path under which the derived API is served, so that calls can be offered at `/api`. */
import { codeOf, type TextSpan } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { ownPaths } from "../calls/call-path.ts";

/** Without a slash at its end; null if it is `/api`, where the API is anyway, or can't be used. */
export function readApiAddress(context: Context, value: TextSpan): string | null {
  const address = codeOf(value).text.replace(/\/$/, "");
  if (address === "/api") return null;
  const hint = "Write a path of lowercase words, such as `/desk/api`.";
  if (!/^(\/[a-z0-9][a-z0-9._-]*)+$/.test(address)) context.report("bad-api-address", value.span, `"${value.text}" isn't a path that the API can have.`, { hint });
  else if (address.startsWith("/api/")) context.report("bad-api-address", value.span, `${address} is inside /api, which the API leaves.`, { hint });
  else if (ownPaths.test(address)) context.report("bad-api-address", value.span, `The product itself uses ${address}.`, { hint: "Choose another path." });
  else return address;
  return null;
}
