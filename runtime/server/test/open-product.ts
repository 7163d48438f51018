/** A small product, written in the test itself, served over real HTTP with the world outside as it is. */
import { freshDatabase } from "../../../tests/shared-postgres.ts";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { atApiAddress } from "@nonet/api";
import { compile, sentences } from "@nonet/compiler";
import { openEngine, type EngineOptions, type Engine } from "@nonet/engine";
import type { Product } from "@nonet/model";
import { lineMap } from "@nonet/source";
import { startServer } from "../src/start-server.ts";
import { type Bug, type Server, type ServerOptions } from "../src/http/server-options.ts";
import { clientOf, type Client } from "./desk.ts";

export interface Served {
  readonly engine: Engine;
  readonly server: Server;
  readonly bugs: readonly Bug[];
  readonly owner: Client;
  /** The folder with the contents of uploaded files. */
  readonly files: string;
  person(email: string, ...roles: string[]): Promise<Client>;
  close(): Promise<void>;
}

export function productOf(text: string): Product {
  const { product, diagnostics } = compile([{ name: "spec.md", text }]);
  expect(diagnostics.filter((d) => d.severity === "error").map((d) => `${d.code}: ${d.message}`)).toEqual([]);
  return product;
}

/** As the command line wires them. */
function sentencesOf(product: Product): ReturnType<ServerOptions["sentences"]> {
  const lines = lineMap(product.sources[0]!.text);
  return sentences(product).map(({ what, sentence, span }) => ({ what, sentence, file: 0, line: span ? lines(span.from).line : null }));
}

export async function serveProduct(
  text: string,
  environment: Readonly<Record<string, string>> = {},
  {
    on,
    replicas,
    keys,
    ...more
  }: Partial<ServerOptions> & Pick<EngineOptions, "keys"> & { readonly rehearse?: boolean; readonly on?: EngineOptions["database"]; readonly replicas?: readonly string[] } = {},
): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), "nonet-served-"));
  await chmod(folder, 0o711);
  const opened = await openEngine({
    product: productOf(text),
    database: on ?? (await freshDatabase()),
    ...(replicas ? { replicas } : {}),
    ...(keys ? { keys } : {}),
    files: join(folder, "files"),
    rehearse: more.rehearse ?? false,
    owner: { email: "owner@example.test", password: "the owner's password" },
    environment,
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.refusal));
  const engine = opened.value;
  const bugs: Bug[] = [];
  const server = await startServer({
    engine,
    port: 0,
    host: "127.0.0.1",
    productData: () => ({ name: engine.product.name }),
    documentData: () => ({}),
    sentences: () => sentencesOf(engine.product),
    staticFolder: null,
    secureCookies: false,
    onBug: (bug) => bugs.push(bug),
    ...more,
  });
  const enter = async (email: string, password: string): Promise<Client> => {
    const at = (path: string): string => server.address + atApiAddress(engine.product, path);
    const session = await clientOf(at)("POST", "/api/sign-in", { email, password });
    return clientOf(at, session.body.token ?? "");
  };
  const owner = await enter("owner@example.test", "the owner's password");
  return {
    engine,
    server,
    bugs,
    owner,
    files: join(folder, "files"),
    person: async (email, ...roles) => {
      const made = await owner("POST", "/api/-/people", { email, name: email.split("@")[0], roles, password: "a long password", keepPassword: true });
      if (made.status !== 201 && made.status !== 409) throw new Error(JSON.stringify(made.body));
      return enter(email, "a long password");
    },
    close: async () => {
      await server.close();
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
