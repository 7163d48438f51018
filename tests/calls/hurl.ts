/** Reads and runs the part of Hurl's format that the suite of RealWorld uses: a request, its status, captures and assertions. */

export interface HurlRequest {
  readonly line: number;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly status: number;
  readonly captures: readonly { readonly name: string; readonly path: string }[];
  readonly asserts: readonly string[];
}

export function readHurl(text: string): HurlRequest[] {
  const lines = text.split("\n");
  const starts = lines.flatMap((line, i) => (/^(?:GET|POST|PUT|PATCH|DELETE) /.test(line) ? [i] : []));
  return starts.map((start, n) => readRequest(lines.slice(start, starts[n + 1] ?? lines.length), start + 1));
}

function readRequest(lines: readonly string[], line: number): HurlRequest {
  const [method, url] = lines[0]!.split(" ") as [string, string];
  const answered = lines.findIndex((one) => one.startsWith("HTTP "));
  const sent = lines.slice(1, answered);
  const isHeader = (one: string): boolean => /^[A-Za-z-]+: /.test(one);
  const response = lines.slice(answered + 1).filter((one) => one.trim() !== "" && !one.startsWith("#"));
  const section = (name: string): string[] => {
    const from = response.indexOf(`[${name}]`);
    if (from < 0) return [];
    const rest = response.slice(from + 1);
    const to = rest.findIndex((one) => one.startsWith("["));
    return to < 0 ? rest : rest.slice(0, to);
  };
  return {
    line,
    method,
    url,
    headers: sent.filter(isHeader).map((one) => [one.slice(0, one.indexOf(":")), one.slice(one.indexOf(":") + 1).trim()] as const),
    body: sent
      .filter((one) => !isHeader(one) && !one.startsWith("#"))
      .join("\n")
      .trim(),
    status: Number(lines[answered]!.split(" ")[1]),
    captures: section("Captures").map((one) => {
      const [, name, path] = /^(\w+): jsonpath "(.+)"$/.exec(one)!;
      return { name: name!, path: path! };
    }),
    asserts: section("Asserts"),
  };
}

export type Variables = Record<string, unknown>;

/** What is wrong with the response; empty if the request passes. Captured values are added to the variables. */
export async function runHurl(request: HurlRequest, variables: Variables): Promise<string[]> {
  const filled = (text: string): string => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(variables[name]));
  const response = await fetch(filled(request.url), {
    method: request.method,
    headers: { ...Object.fromEntries(request.headers.map(([name, value]) => [name, filled(value)])), ...(request.body === "" ? {} : { "content-type": "application/json" }) },
    ...(request.body === "" ? {} : { body: filled(request.body) }),
  });
  const text = await response.text();
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  const wrong = response.status === request.status ? [] : [`status ${response.status} instead of ${request.status}: ${text.slice(0, 300)}`];
  for (const { name, path } of request.captures) variables[name] = valueAt(body, path);
  return [...wrong, ...request.asserts.filter((one) => !holds(filled(one), body)).map((one) => `${filled(one)} fails: ${text.slice(0, 300)}`)];
}

/** `$.articles[0].slug` */
function valueAt(body: unknown, path: string): unknown {
  return [...path.matchAll(/\.(\w+)|\[(\d+)\]/g)].reduce<unknown>(
    (value, [, key, index]) => (value === null || value === undefined ? undefined : (value as Record<string, unknown>)[key ?? index!]),
    body,
  );
}

function holds(assertion: string, body: unknown): boolean {
  const [, path, rest] = /^jsonpath "([^"]+)" (.+)$/.exec(assertion)!;
  const value = valueAt(body, path!);
  const [, counted, negated, test, expected = ""] = /^(count )?(not )?(\S+)(?: (.*))?$/.exec(rest!)!;
  const left = counted ? (value as unknown[] | undefined)?.length : value;
  return check(test!, left, expected) !== (negated !== undefined);
}

function check(test: string, value: unknown, expected: string): boolean {
  switch (test) {
    case "==":
      return value === literal(expected);
    case "!=":
      return value !== literal(expected);
    case ">=":
      return (value as number) >= Number(expected);
    case "isString":
      return typeof value === "string";
    case "isInteger":
      return Number.isInteger(value);
    case "isBoolean":
      return typeof value === "boolean";
    case "isList":
      return Array.isArray(value);
    case "isEmpty":
      return (value as { readonly length: number }).length === 0;
    case "exists":
      return value !== undefined;
    case "contains":
      return (value as readonly unknown[] | undefined)?.includes(literal(expected)) === true;
    case "matches":
      return new RegExp(String(literal(expected))).test(String(value));
    default:
      throw new Error(`The suite has a test that isn't known here: ${test}`);
  }
}

/** A slug is compared without quotation marks. */
function literal(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
