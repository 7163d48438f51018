/** Point 7: a call registers people and signs them in only in the way that point 1 says. */
import { isNesting, type Product, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";

export function accountsInCalls(ctx: PointCompiler, product: Product): void {
  const { methods, registersAs, secondFactor } = product.about.signIn;
  for (const { does } of product.calls) {
    if (does.kind !== "offered") continue;
    for (const s of accountStatements(does.then)) {
      const line = "Write `Sign-in: email and password; anyone may register as ROLE` in point 1.";
      if (!methods.includes("email and password")) ctx.report("account-statement", s.source, "People sign in here by other ways than a password.", { hint: line });
      else if (does.method === "GET" || does.method === "DELETE")
        ctx.report("account-statement", s.source, `The input of a ${does.method} request stands in its address, where a password would be seen and logged.`, {
          hint: "Offer it with POST or PUT.",
        });
      else if (s.kind === "register" && registersAs === null)
        ctx.report("account-statement", s.source, "Point 1 doesn't let people register, so nobody can be registered here.", { hint: line });
      else if (secondFactor && s.kind !== "set password")
        ctx.report("account-statement", s.source, "Point 1 asks for a second factor, and an offered call can't ask for it.", {
          hint: "Let people sign in on the product's own screens.",
        });
    }
  }
}

const accountStatements = (then: readonly Statement[]): readonly Statement[] =>
  then.flatMap((s) => (isNesting(s) ? accountStatements(s.body) : s.kind === "register" || s.kind === "sign in" || s.kind === "set password" ? [s] : []));
