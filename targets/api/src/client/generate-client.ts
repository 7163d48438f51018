/** `nonet client`: writes a product's API as one TypeScript file without dependencies. */
import type { Product } from "@nonet/model";
import { builtInErrors } from "../errors/built-in-errors.ts";
import { openApi } from "../openapi/open-api.ts";
import { sessionPaths } from "../requests/paths.ts";
import { clientSource } from "./client-source.ts";
import { componentTypes } from "./component-types.ts";
import { entityClient } from "./entity-client.ts";
import { offeredClients } from "./offered-client.ts";
import { commentText, type NameOf, propertyName, unionOf } from "./type-text.ts";

export function generateClient(product: Product): string {
  const description = openApi(product);
  const { schemas } = description.components;
  const nameOf = naming();
  const own = product.entities.filter(({ path }) => !sessionPaths.includes(path));
  const entities = own.map((entity) => entityClient(product, entity, schemas, nameOf));
  const offered = offeredClients(product, description, nameOf);
  const sections = [
    header(product),
    clientSource.trimEnd(),
    "/* What the document says. */",
    refusalTypes(product),
    `export type EntityName = ${unionOf(product.entities.map(({ name }) => JSON.stringify(name)))};`,
    ...componentTypes(product, schemas, nameOf),
    ...entities.flatMap(({ types }) => types),
    ...offered.types,
    connectText(product, [...entities.flatMap(({ calls }) => calls), ...offered.calls]),
  ];
  return `${sections.join("\n\n")}\n`;
}

const header = (product: Product): string =>
  `/**\n * A client of ${product.name.replaceAll("*/", "* /")}, made by \`nonet client\` from version ${product.version.slice(0, 12) || "0"} of its document.\n * Don't edit it: make it again when the document changes.\n */`;

const builtInTypes =
  "Record Pick Omit Extract Readonly Promise AsyncGenerator Error Response RequestInit URLSearchParams FormData Blob AbortSignal TextDecoderStream Date String Number Math JSON Array Object";

/** A component keeps its name unless the shared part or TypeScript has it. */
function naming(): NameOf {
  const taken = new Set([...builtInTypes.split(" "), "Client", "EntityName", "Refusal", "RefusalCode"]);
  for (const [, name] of clientSource.matchAll(/^(?:export )?(?:async )?(?:interface|type|class|const|function\*?) (\w+)/gm)) taken.add(name!);
  return (component) => {
    const name = /^[A-Za-z_]/.test(component) ? component : `_${component}`;
    return taken.has(name) ? `${name}_` : name;
  };
}

/** Refusals told apart by their codes: those of the document, then those that every product has. */
function refusalTypes(product: Product): string {
  const codes = product.errors.map(({ code, message }) => ({ code, text: message.map((part) => (typeof part === "string" ? part : "…")).join("") }));
  const named = new Set(codes.map(({ code }) => code));
  const all = [
    ...codes,
    ...builtInErrors.filter(({ code }) => !named.has(code)).map(({ code, text }) => ({ code, text })),
    { code: "no-connection", text: "The server can't be reached." },
  ];
  return [
    `/** The codes with which the product refuses requests. */\nexport interface RefusalText {\n${all.map(({ code, text }) => `  ${propertyName(code)}: ${JSON.stringify(text)};`).join("\n")}\n}`,
    "export type RefusalCode = keyof RefusalText;",
    "/** A refusal; its `code` says which. */\nexport type Refusal = { [Code in RefusalCode]: Problem & { readonly code: Code } }[RefusalCode];",
    "export const isRefused = (error: unknown): error is Refused & { readonly problem: Refusal } => error instanceof Refused;",
    [
      "/** What a call gives, with a refusal as a value instead of an exception. */",
      "export const attempt = <T>(call: Promise<T>): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal }> =>",
      "  call.then(",
      "    (value) => ({ ok: true, value }) as const,",
      "    (error: unknown) => (isRefused(error) ? ({ ok: false, refusal: error.problem } as const) : Promise.reject(error)),",
      "  );",
    ].join("\n"),
  ].join("\n\n");
}

/** Where the derived API has moved, offered calls may be at `/api`. */
function transportLines({ about: { apiAddress } }: Product): readonly string[] {
  if (apiAddress === undefined) return ["  const at = transportOf(address, options);"];
  return [
    "  const offered = transportOf(address, options);",
    `  const moved = (path: string): string => path.replace(/^\\/api(?=\\/)/, ${JSON.stringify(apiAddress)});`,
    "  const at: Transport = {",
    "    ...offered,",
    "    send: (path, sending) => offered.send(moved(path), sending),",
    "    json: (path, sending) => offered.json(moved(path), sending),",
    "    open: (path, signal) => offered.open(moved(path), signal),",
    "  };",
  ];
}

const connectText = (product: Product, calls: readonly string[]): string =>
  [
    `${commentText(product.about.prose.join(" ") || product.name)}`,
    "export function connect(address: string, options: ConnectOptions = {}) {",
    ...transportLines(product),
    "  return {",
    "    ...accountsAt(at),",
    "    /** The changes that the caller may see, as they happen. */",
    "    events: (signal?: AbortSignal) => eventsAt<EntityName>(at, signal),",
    ...calls.map((line) => `    ${line}`),
    "  };",
    "}",
    "",
    "export type Client = ReturnType<typeof connect>;",
  ].join("\n");
