/** Parses an SQL expression by precedence. What isn't understood makes the whole expression null: it is then quoted, never guessed. */
import { type Token, tokensOf } from "./tokens.ts";
import type { SqlExpression } from "./tree.ts";

class NotUnderstood extends Error {}

/** null if there is anything in it that this parser doesn't know. */
export function parseSql(text: string): SqlExpression | null {
  const tokens = tokensOf(text);
  if (!tokens) return null;
  try {
    const reader = new Reader(tokens);
    const expression = reader.expression(0);
    reader.expect("");
    return expression;
  } catch (error) {
    if (error instanceof NotUnderstood) return null;
    throw error;
  }
}

/** PostgreSQL's precedence of operators; any other operator stands between addition and comparison. */
const precedence = (operator: string): number => {
  if (operator === "or") return 1;
  if (operator === "and") return 2;
  if (operator === "is") return 4;
  if (["=", "<", ">", "<=", ">=", "<>", "!="].includes(operator)) return 5;
  if (operator === "+" || operator === "-") return 8;
  if (operator === "*" || operator === "/" || operator === "%") return 9;
  return 7;
};
const notPrecedence = 3;
const maxDepth = 200;

class Reader {
  private at = 0;
  private depth = 0;
  private readonly tokens: readonly Token[];
  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  expression(least: number): SqlExpression {
    if (++this.depth > maxDepth) throw new NotUnderstood();
    let left = this.operand();
    for (;;) {
      const token = this.tokens[this.at]!;
      const isOperator = token.kind === "operator" ? !/^(?:::|[(),.[\]:])$/.test(token.text) : token.kind === "name" && ["and", "or", "is"].includes(token.text);
      if (!isOperator || precedence(token.text) < least) break;
      this.at++;
      left = this.operation(left, token.text);
    }
    this.depth--;
    return left;
  }

  private operation(left: SqlExpression, operator: string): SqlExpression {
    if (operator === "is") return this.isTest(left);
    if (operator === "and" || operator === "or") return { kind: "logical", operator, left, right: this.expression(precedence(operator) + 1) };
    if (this.takes("any")) return this.quantified(left, operator, false);
    if (this.takes("all")) return this.quantified(left, operator, true);
    return { kind: "binary", operator, left, right: this.expression(precedence(operator) + 1) };
  }

  private isTest(of: SqlExpression): SqlExpression {
    const negated = this.takes("not");
    if (this.takes("null")) return { kind: "is null", of, negated };
    if (this.takes("true")) return { kind: "is", of, value: true, negated };
    if (this.takes("false")) return { kind: "is", of, value: false, negated };
    throw new NotUnderstood();
  }

  /** `= ANY (ARRAY['a', 'b'])`, also with casts of the list. */
  private quantified(left: SqlExpression, operator: string, all: boolean): SqlExpression {
    this.expect("(");
    const items = this.list();
    this.expect(")");
    return { kind: "any", operator, left, all, items };
  }

  private list(): readonly SqlExpression[] {
    if (this.takes("(")) {
      const items = this.list();
      this.expect(")");
      this.casts();
      return items;
    }
    const token = this.next();
    if (token.kind === "string") {
      const inner = /^\{(.*)\}$/s.exec(token.text)?.[1];
      this.casts();
      if (inner === undefined || /["\\{]/.test(inner)) throw new NotUnderstood();
      return inner === "" ? [] : inner.split(",").map((value) => ({ kind: "string", value, type: null }));
    }
    if (token.text !== "array" || token.kind !== "name") throw new NotUnderstood();
    this.expect("[");
    const items = this.arguments("]");
    this.casts();
    return items;
  }

  private operand(): SqlExpression {
    const token = this.next();
    if (token.kind === "name" && token.text === "not") return { kind: "not", of: this.expression(notPrecedence) };
    if (token.kind === "operator" && token.text === "-") return { kind: "negative", of: this.expression(10) };
    return this.cast(this.atom(token));
  }

  private atom(token: Token): SqlExpression {
    if (token.kind === "number") return { kind: "number", value: token.text };
    if (token.kind === "string") return { kind: "string", value: token.text, type: null };
    if (token.kind === "quoted name") return { kind: "column", name: token.text };
    if (token.text === "(") {
      const inside = this.expression(0);
      this.expect(")");
      return inside;
    }
    if (token.kind !== "name") throw new NotUnderstood();
    return this.named(token.text);
  }

  private named(name: string): SqlExpression {
    if (name === "true" || name === "false") return { kind: "boolean", value: name === "true" };
    if (name === "null") return { kind: "null" };
    if (name === "case") return this.cases();
    if (/^current_(?:date|timestamp)$/.test(name)) return { kind: "call", name, arguments: [] };
    if (this.takes(".")) return this.named(this.next().text);
    if (this.takes("(")) return { kind: "call", name, arguments: this.arguments(")") };
    if (["array", "row", "exists", "select", "interval", "extract", "distinct", "collate", "at"].includes(name)) throw new NotUnderstood();
    return { kind: "column", name };
  }

  private cases(): SqlExpression {
    const branches: { when: SqlExpression; then: SqlExpression }[] = [];
    while (this.takes("when")) {
      const when = this.expression(0);
      this.expect("then");
      branches.push({ when, then: this.expression(0) });
    }
    const otherwise: SqlExpression = this.takes("else") ? this.expression(0) : { kind: "null" };
    this.expect("end");
    if (branches.length === 0) throw new NotUnderstood();
    return { kind: "case", branches, otherwise };
  }

  private arguments(closing: string): readonly SqlExpression[] {
    const found: SqlExpression[] = [];
    if (this.takes(closing)) return found;
    do found.push(this.expression(0));
    while (this.takes(","));
    this.expect(closing);
    return found;
  }

  private cast(of: SqlExpression): SqlExpression {
    let result = of;
    for (const type of this.casts()) result = result.kind === "string" && result.type === null ? { ...result, type } : { kind: "cast", of: result, type };
    return result;
  }

  /** The types of `::text::character varying(10)[]`, schemas left out. */
  private casts(): readonly string[] {
    const types: string[] = [];
    while (this.takes("::")) {
      let type = this.next().text;
      while (this.takes(".")) type = this.next().text;
      while (this.tokens[this.at]!.kind === "name" && /^(?:varying|precision|with|without|time|zone)$/.test(this.tokens[this.at]!.text)) type += ` ${this.next().text}`;
      if (this.takes("(")) this.arguments(")");
      while (this.takes("[")) this.expect("]");
      types.push(type);
    }
    return types;
  }

  private next(): Token {
    const token = this.tokens[this.at]!;
    if (token.kind !== "end") this.at++;
    return token;
  }

  /** A word of SQL or an operator; never a quoted name or a string. */
  private takes(text: string): boolean {
    const token = this.tokens[this.at]!;
    if (token.text !== text || !(token.kind === "name" || token.kind === "operator")) return false;
    this.at++;
    return true;
  }

  expect(text: string): void {
    if (text === "" ? this.tokens[this.at]!.kind !== "end" : !this.takes(text)) throw new NotUnderstood();
  }
}
