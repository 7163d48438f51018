/** A moment some time after another: a plain span, or so many working days or hours of the calendar. */
import type { Expression } from "@nonet/feel";
import { workingAfter } from "./compile-calendar.ts";
import { compile } from "./compile-expression.ts";
import { moved } from "./compile-operators.ts";
import type { Scope } from "./compile-scope.ts";

const instant = { kind: "date and time", zoned: true } as const;

export const after = (s: Scope, from: string, delay: Expression, working: boolean): string => (working ? workingAfter(s, from, delay) : moved(s, from, instant, compile(s, delay)));
