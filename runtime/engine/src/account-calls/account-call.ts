/** What each statement about an account works with. */
import type { Expression } from "@nonet/feel";
import type { Statement } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import type { Running } from "../connection/running-product.ts";
import type { Origin } from "../contract/origin.ts";
import { evaluate } from "../effects/evaluate-expression.ts";

export interface Caller {
  /** The token that the caller sent. */
  readonly token: string | undefined;
  /** The address from which the call comes. */
  readonly source: string | undefined;
}

export interface AccountCall {
  readonly running: Running;
  readonly caller: Caller;
  readonly context: ChangeContext;
  readonly scope: StatementScope;
}

export type AccountStatement<K extends Statement["kind"]> = Extract<Statement, { kind: K }>;

export const originOf = ({ source }: Caller): Origin => ({ source: source ?? "", device: "" });

/** Empty where the expression gives no text. */
export const textFrom = async ({ context, scope }: AccountCall, expression: Expression): Promise<string> => asText(await evaluate(context, scope, expression));
export const asText = (value: unknown): string => (typeof value === "string" ? value : "");
