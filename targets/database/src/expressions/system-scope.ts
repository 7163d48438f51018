/** The scope of what the product evaluates for itself: everything is visible. */
import type { Product } from "@nonet/model";
import { newScope, type Scope } from "../scope/scope.ts";
import type { Variables } from "../sql/query.ts";
import type { Parameters } from "../sql/sql-text.ts";
import { expressionCompiler } from "./compile.ts";

export const systemScope = (product: Product, variables?: Variables, params?: Parameters): Scope => newScope(product, expressionCompiler, variables, params);
