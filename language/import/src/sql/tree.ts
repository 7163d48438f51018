/** The tree of an SQL expression: the part of SQL that FEEL can say, too. */

export type SqlExpression =
  | { readonly kind: "column"; readonly name: string }
  | { readonly kind: "string"; readonly value: string; readonly type: string | null }
  | { readonly kind: "number"; readonly value: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "null" }
  | { readonly kind: "not"; readonly of: SqlExpression }
  | { readonly kind: "negative"; readonly of: SqlExpression }
  | { readonly kind: "logical"; readonly operator: "and" | "or"; readonly left: SqlExpression; readonly right: SqlExpression }
  | { readonly kind: "binary"; readonly operator: string; readonly left: SqlExpression; readonly right: SqlExpression }
  | { readonly kind: "is null"; readonly of: SqlExpression; readonly negated: boolean }
  | { readonly kind: "is"; readonly of: SqlExpression; readonly value: boolean; readonly negated: boolean }
  | { readonly kind: "any"; readonly operator: string; readonly left: SqlExpression; readonly all: boolean; readonly items: readonly SqlExpression[] }
  | { readonly kind: "call"; readonly name: string; readonly arguments: readonly SqlExpression[] }
  | { readonly kind: "case"; readonly branches: readonly { readonly when: SqlExpression; readonly then: SqlExpression }[]; readonly otherwise: SqlExpression }
  | { readonly kind: "cast"; readonly of: SqlExpression; readonly type: string };
