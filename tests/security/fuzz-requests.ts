/** Makes requests from a product's OpenAPI description: valid ones, and ones that are wrong in every way that clients are. */

/** The parts of OpenAPI that are read here. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly schema?: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>>;
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>>; readonly parameters?: Readonly<Record<string, Parameter>> };
}

export interface Made {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly operation: string;
  /** Whether it keeps to the description. */
  readonly isRight: boolean;
}

/** A generator of numbers from 0 to 1 that gives the same ones for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const deep = (n: number): string => `${"[".repeat(n)}${"]".repeat(n)}`;

/** Texts that have broken servers before. */
const hostile: readonly string[] = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "‮abc",
  "'; drop table loans; --",
  '"',
  "%",
  "%00",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "${7*7}",
  "1e999999",
  "-0",
  "NaN",
  "Infinity",
  "99999999999999999999999999",
  "9007199254740993",
  "0x10",
  "1,5",
  "2026-02-30",
  "2026-13-01",
  "0000-00-00",
  "9999-12-31",
  "10000-01-01",
  "24:00",
  "2026-01-01T00:00:00+99:99",
  "P1Y2M",
  "null",
  "true",
  "[]",
  "{}",
  "a".repeat(5000),
  "é".repeat(300),
  "😀".repeat(100),
  "مرحبا",
  "__proto__",
  "constructor",
  "00000000-0000-0000-0000-000000000000",
];

/** Conditions and sorts that clients bring. */
const conditions: readonly string[] = [
  "1 = 1",
  "true",
  "created at > now()",
  "bonus > 1e999999",
  'matches(title, "a{1,256}")',
  'matches(name, "^(a+)+$")',
  "name = null",
  "some x in [1, 2, 3] satisfies x > 2",
  "for i in 1..100000000 return i",
  "if true then 1 else 2",
  "me.roles",
  "state = 5",
  "state in (1, 2)",
  `${"(".repeat(500)}1${")".repeat(500)} = 1`,
  `${"not(".repeat(200)}true${")".repeat(200)}`,
  "1/0 = 1",
  "date(99999, 1, 1) = today()",
  'duration("P99999999999Y") = null',
  'string join(["a"], "b") = "a"',
  "`",
  '"',
  "a.b.c.d.e.f = 1",
];

/** Without lone surrogates, which an address can't hold. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\ufffd");
const random36 = (random: () => number): string => Math.floor(random() * 1e15).toString(36);
const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!;

export class RequestMaker {
  private isRight = false;
  private readonly operations: readonly { readonly method: string; readonly path: string; readonly operation: Operation }[];

  /** `ids` are identifiers that exist, so that some requests get beyond "not found". */
  constructor(
    private readonly description: Description,
    private readonly random: () => number,
    private readonly ids: readonly string[],
    without: (path: string) => boolean = () => false,
  ) {
    const methods = new Set(["get", "put", "post", "delete", "patch"]);
    this.operations = Object.entries(description.paths).flatMap(([path, operations]) =>
      without(path)
        ? []
        : Object.entries(operations)
            .filter(([method]) => methods.has(method))
            .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
  }

  /** Half of the requests are as right as the description lets them be. */
  next(): Made {
    const { random } = this;
    this.isRight = random() < 0.5;
    const { method, path, operation } = pick(this.operations, random);
    const parameters = (operation.parameters ?? []).map((one) => (one.$ref ? this.description.components!.parameters![one.$ref.split("/").at(-1)!]! : one));
    const filled = path.replace(/\{[^}]+\}/g, () => encodeURIComponent(this.segment()));
    const query = parameters.filter((one) => one.in === "query" && random() < 0.3).map((one) => `${encodeURIComponent(one.name)}=${this.queryValue(one)}`);
    if (!this.isRight && random() < 0.1) query.push(`${encodeURIComponent(wellFormed(pick(hostile, random).slice(0, 40)))}=${this.encoded(pick(hostile, random))}`);
    const headers: Record<string, string> = {};
    for (const one of parameters) if (one.in === "header" && random() < 0.6) headers[one.name] = this.header(one.name);
    const { type, body } = this.body(operation);
    if (type !== undefined) headers["content-type"] = type;
    return {
      method,
      path: `${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`,
      headers,
      body: method === "GET" ? undefined : body,
      operation: `${method} ${path}`,
      isRight: this.isRight,
    };
  }

  private segment(): string {
    const text = (this.isRight || this.random() < 0.5) && this.ids.length > 0 ? pick(this.ids, this.random) : pick(hostile, this.random);
    return text === "" || text === "." || text === ".." || /[\ud800-\udfff]/.test(text) ? "x" : text;
  }

  private encoded(text: string): string {
    // A lone surrogate can't be encoded; broken percent signs are sent as they are.
    return this.random() < 0.1 ? text.replace(/[^\w%.-]/g, "") : encodeURIComponent(wellFormed(text));
  }

  private queryValue({ name, schema }: Parameter): string {
    if (name === "where") return this.encoded(pick(conditions, this.random));
    if (!this.isRight && this.random() < 0.4) return this.encoded(pick(hostile, this.random));
    const value = this.value(schema ?? { type: "string" }, 0);
    return this.encoded(typeof value === "string" ? value : JSON.stringify(value));
  }

  private header(name: string): string {
    if (/if-match/i.test(name)) return this.isRight ? "*" : pick(["*", '"1"', "1", '"0"', "x", '"99999999999999999999"'], this.random);
    if (this.isRight) return `key-${random36(this.random)}`;
    return pick(["a-key-of-mine", "1", "é".normalize("NFD").replace(/[^\x20-\x7e]/g, "e"), "x".repeat(300)], this.random);
  }

  private body(operation: Operation): { readonly type?: string; readonly body?: string } {
    const content = operation.requestBody?.content;
    if (!content) return this.random() < 0.05 ? { type: "application/json", body: "{}" } : {};
    const [type, { schema }] = pick(Object.entries(content), this.random);
    if (type.startsWith("multipart/"))
      return {
        type: `${type}; boundary=x`,
        body: this.random() < 0.5 ? `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\n1,2\r\n--x--\r\n` : "--x",
      };
    const chance = this.isRight ? 1 : this.random();
    if (chance < 0.03) return { type, body: deep(this.random() < 0.5 ? 50 : 20_000) };
    if (chance < 0.05) return { type, body: "{" };
    if (chance < 0.07) return { type: "text/plain", body: "a" };
    if (chance < 0.1) return { type, body: JSON.stringify(pick([null, 1, "a", [], [[]], true], this.random)) };
    return { type, body: JSON.stringify(this.value(schema ?? {}, 0)) };
  }

  /** A value by its schema; one in eight is another. */
  private value(schema: Schema, depth: number): unknown {
    const { random } = this;
    if (!this.isRight && depth > 0 && random() < 0.2) return pick([null, 0, -1, 1.5, 1e308, true, [], {}, [null], { a: 1 }, ...hostile], random);
    if (schema.$ref) return this.value(this.description.components?.schemas?.[schema.$ref.split("/").at(-1)!] ?? {}, depth);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return pick(schema.enum, random);
    const any = schema.anyOf ?? schema.oneOf;
    if (any) return this.value(pick(any, random), depth);
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => this.value(one, depth)));
    const type = typeof schema.type === "string" ? schema.type : schema.type?.find((one) => one !== "null");
    switch (type) {
      case "object":
        return this.object(schema, depth);
      case "array":
        return depth > 5 ? [] : Array.from({ length: Math.floor(random() * 3) }, () => this.value(schema.items ?? {}, depth + 1));
      case "integer":
        return (schema.minimum ?? 0) + Math.floor(random() * 20);
      case "number":
        return Math.round(random() * 1000) / 100;
      case "boolean":
        return random() < 0.5;
      default:
        return this.text(schema.format);
    }
  }

  private object(schema: Schema, depth: number): Record<string, unknown> {
    const { random } = this;
    const made: Record<string, unknown> = {};
    if (depth > 5) return made;
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      if (schema.required?.includes(name) ? random() < 0.95 : random() < 0.5) made[name] = this.value(property, depth + 1);
    if (!this.isRight && random() < 0.06) made[pick(hostile, random)] = pick(hostile, random);
    return made;
  }

  private text(format: string | undefined): string {
    const { random } = this;
    switch (format) {
      case "date":
        return `2026-${String(1 + Math.floor(random() * 12)).padStart(2, "0")}-15`;
      case "date-time":
        return "2026-06-15T10:00:00Z";
      case "time":
        return "10:30:00";
      case "email":
        return `p${Math.floor(random() * 1000)}@example.test`;
      case "uuid":
        return this.ids.length > 0 ? pick(this.ids, random) : "00000000-0000-4000-8000-000000000000";
      case "uri":
        return "https://example.test/";
      default:
        return random() < 0.3 ? `${Math.floor(random() * 100)}` : `text ${Math.floor(random() * 1000)}`;
    }
  }
}
