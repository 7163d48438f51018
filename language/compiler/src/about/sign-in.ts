/** Reads `Sign-in: email and password; anyone may register as Borrower`. */
import { fold } from "@nonet/feel";
import type { SignIn } from "@nonet/model";
import { slice, splitTop, type TextSpan } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { declaredRole } from "../resolve/roles.ts";

type Method = SignIn["methods"][number];

const methods: Readonly<Record<string, Method>> = {
  "email and password": "email and password",
  email: "email and password",
  password: "email and password",
  "email & password": "email and password",
  "single sign on": "single sign-on",
  sso: "single sign-on",
  "openid connect": "single sign-on",
  oidc: "single sign-on",
  passkey: "passkey",
  passkeys: "passkey",
};

/** Default 3. */
export const defaultSignIn: SignIn = { methods: ["email and password"], registersAs: null, source: null };

export function compileSignIn(context: Context, value: TextSpan): SignIn {
  const found: Method[] = [];
  let registersAs: string | null = null;
  let invited: TextSpan | null = null;
  for (const part of splitTop(value, ";").flatMap((words) => splitTop(words, ","))) {
    const register = /^(?:anyone|anybody|everyone) (?:may|can) register as (?:an? )?(.+?)\.?$/i.exec(part.text);
    if (register) registersAs = roleOf(context, slice(part, part.text.lastIndexOf(register[1]!), part.text.lastIndexOf(register[1]!) + register[1]!.length));
    else if (/^by invitation( only)?\.?$/i.test(part.text)) invited = part;
    else found.push(...methodsOf(context, part));
  }
  if (invited && registersAs !== null)
    context.report("contrary-sign-in", invited.span, `"${invited.text}" contradicts "anyone may register as ${registersAs}".`, {
      hint: "Keep one of the two. People can still be invited when anyone may register.",
    });
  return { methods: found.length > 0 ? [...new Set(found)] : defaultSignIn.methods, registersAs, source: value.span };
}

function methodsOf(context: Context, part: TextSpan): Method[] {
  const whole = methods[fold(part.text)];
  const names = whole ? [part.text] : part.text.split(/\s+or\s+|\s*\/\s*/i);
  return names.flatMap((name): Method[] => {
    const method = methods[fold(name)];
    if (method === undefined)
      reportNearest(context, "unknown-sign-in", part, `"${name}" isn't a sign-in method`, [
        "email and password",
        "single sign-on",
        "passkey",
        "anyone may register as ROLE",
        "by invitation",
      ]);
    else if (method === "passkey")
      context.report("not-supported-yet", part.span, "Sign-in: passkeys aren't supported yet.", {
        hint: "Supported: email and password, single sign-on.",
      });
    return method === undefined ? [] : [method];
  });
}

function roleOf(context: Context, words: TextSpan): string | null {
  const role = declaredRole(context, words.text, "what people register as", words.span);
  if (role !== undefined) return role;
  reportNearest(
    context,
    "unknown-role-for",
    words,
    `Point 6 has no role "${words.text}"`,
    [...context.declared.roles.values()].map((r) => r.name),
  );
  return null;
}
