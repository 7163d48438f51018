/**
 * A product in rehearsal for the probes of a document: with people who have its roles, a clock, and the mails and calls that
 * would have left. Each probe has a world of its own, made from one template, so that probes don't see each other's records.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, vi } from "vitest";
import { compile } from "@nonet/compiler";
import { openEngine, planProductUpgrade, type Upgrade } from "@nonet/engine";
import type { Product } from "@nonet/model";
import { openDatabase } from "../../runtime/engine/src/connection/database.ts";
import { startServer } from "../../runtime/server/src/start-server.ts";
import { type Answer, type Ask, client } from "../api-client.ts";
import { freshDatabase } from "../shared-postgres.ts";

// A probe has many steps, each an HTTP request: on a busy machine they take minutes.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

export interface OutgoingCall {
  readonly call: string;
  readonly status: string;
  readonly body: Answer["body"];
  readonly headers: Readonly<Record<string, string>>;
  readonly attempts: number;
}

export interface World<Name extends string> {
  readonly address: string;
  readonly owner: Ask;
  /** Asks as a person, who signs in again when the clock has ended the session. */
  readonly as: Readonly<Record<Name, Ask>>;
  readonly id: Readonly<Record<Name, string>>;
  readonly visitor: Ask;
  /** Puts the clock to a local time of the product (`2026-03-01 09:00`), and lets everything happen that falls due. */
  clock(local: string): Promise<void>;
  forward(duration: string): Promise<void>;
  mails(): Promise<readonly Mail[]>;
  calls(): Promise<readonly OutgoingCall[]>;
  /** How a call is answered from now on. */
  answers(script: Readonly<Record<string, unknown>>): Promise<void>;
  /** Lets what is due happen. */
  settle(): Promise<void>;
  /** What a new version of the document would do to the database; its errors, if it has any. */
  plan(edit: Edit): Promise<Upgrade | readonly string[]>;
  /** The product with a new version of the document on the same database, at a local time. This world ends. */
  upgraded(edit: Edit, at: string): Promise<World<Name>>;
  upload(who: Name, file?: { readonly name: string; readonly type: string; readonly content: BlobPart }): Promise<string>;
  close(): Promise<void>;
}

/** A new version of the document's text. */
export type Edit = (text: string) => string;

export interface Stage<Name extends string> {
  /** A world at a local time of the product. */
  open(at: string): Promise<World<Name>>;
}

export interface Cast<Name extends string> {
  /** The document's file. */
  readonly document: string;
  /** Changes of the text for the test's sake, such as a higher limit of requests. */
  readonly changed?: readonly (readonly [string, string])[];
  readonly people: Readonly<Record<Name, readonly string[]>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** A local time of the product before every probe's. */
  readonly from: string;
}

const password = "a long password";
export const mailOf = (name: string): string => `${name.toLowerCase()}@probes.test`;

/** The document's text, as the test wants it. */
const textOf = (cast: Cast<string>): string =>
  (cast.changed ?? []).reduce(
    (all, [from, to]) => {
      if (!all.includes(from)) throw new Error(`${cast.document} doesn't contain "${from}".`);
      return all.replace(from, () => to);
    },
    readFileSync(cast.document, "utf8"),
  );

let versions = 0;

function compiled(cast: Cast<string>, text: string): { readonly product: Product; readonly errors: readonly string[] } {
  const { product, diagnostics } = compile([{ name: basename(cast.document), text }], { version: `v${++versions}` });
  return { product, errors: diagnostics.filter((d) => d.severity === "error").map((d) => `${d.code}: ${d.message}`) };
}

/** Compiles the document and makes the template: an error of the document fails here. */
export async function stage<Name extends string>(cast: Cast<Name>): Promise<Stage<Name>> {
  const { product, errors } = compiled(cast, textOf(cast));
  expect(errors).toEqual([]);
  const template = (await freshDatabase()).url;
  const first = await serve(product, template, cast);
  const ids = {} as Record<Name, string>;
  await ok(client(first.address)("POST", "/rehearsal/clock", { now: instantOf(cast.from, product.about.timeZone) }));
  const owner = await signIn(first.address, "owner@example.test", "rehearsal");
  for (const [name, roles] of Object.entries(cast.people) as [Name, readonly string[]][]) {
    const { id } = await ok(client(first.address, owner)("POST", "/api/-/people", { email: mailOf(name), name, roles, password }));
    ids[name] = id;
  }
  await first.close();
  return { open: async (at) => openWorld({ product, cast, id: ids, url: await copyOf(template) }, at) };
}

interface Scene<Name extends string> {
  readonly product: Product;
  readonly cast: Cast<Name>;
  readonly id: Record<Name, string>;
  readonly url: string;
}

async function openWorld<Name extends string>(scene: Scene<Name>, at: string): Promise<World<Name>> {
  const { product, cast, id, url } = scene;
  const { address, close } = await serve(product, url, cast);
  const plain = client(address);
  const as = Object.fromEntries(Object.keys(cast.people).map((name) => [name, asking(address, mailOf(name), password)])) as Record<Name, Ask>;
  const settle = async (): Promise<void> => void (await ok(plain("POST", "/rehearsal/settle", {})));
  const clock = async (local: string): Promise<void> => {
    await ok(plain("POST", "/rehearsal/clock", { now: instantOf(local, product.about.timeZone) }));
    await settle();
  };
  await clock(at);
  return {
    address,
    owner: asking(address, "owner@example.test", "rehearsal"),
    as,
    id,
    visitor: plain,
    clock,
    forward: async (forward) => {
      await ok(plain("POST", "/rehearsal/clock", { forward }));
      await settle();
    },
    mails: async () => {
      await settle();
      const { body } = await plain("GET", "/rehearsal/mails");
      return body.items ?? body;
    },
    calls: async () => {
      await settle();
      const { body } = await plain("GET", "/rehearsal/calls");
      return body.items ?? body;
    },
    settle,
    answers: async (script) => void (await ok(plain("POST", "/rehearsal/answers", script))),
    plan: async (edit) => {
      const next = compiled(cast, edit(textOf(cast)));
      if (next.errors.length > 0) return next.errors;
      const planned = await planProductUpgrade({ product: next.product, database: { url }, files: tmpdir() });
      if (!planned.ok) throw new Error(JSON.stringify(planned.refusal));
      return planned.value;
    },
    upgraded: async (edit, then) => {
      const next = compiled(cast, edit(textOf(cast)));
      expect(next.errors).toEqual([]);
      await close();
      return openWorld({ ...scene, product: next.product }, then);
    },
    upload: async (who, file = { name: "paper.pdf", type: "application/pdf", content: "%PDF-1.4 a paper" }) => {
      const form = new FormData();
      form.append("file", new Blob([file.content], { type: file.type }), file.name);
      const token = await signIn(address, mailOf(who), password);
      const response = await fetch(`${address}/api/files`, { method: "POST", body: form, headers: { authorization: `Bearer ${token}` } });
      const body = (await response.json()) as { id: string };
      if (!response.ok) throw new Error(JSON.stringify(body));
      return body.id;
    },
    close,
  };
}

async function copyOf(template: string): Promise<string> {
  const [, before, name, after] = /^(.*\/)([^/?]+)(\?.*)?$/.exec(template)!;
  const copy = `${name}_${Math.random().toString(36).slice(2, 10)}`;
  const server = openDatabase(`${before}postgres${after ?? ""}`);
  try {
    await server.rows({ text: `create database ${copy} template ${name}`, values: [] });
  } finally {
    await server.close();
  }
  return `${before}${copy}${after ?? ""}`;
}

async function serve(
  product: Product,
  url: string,
  { environment = {} }: { readonly environment?: Readonly<Record<string, string>> },
): Promise<{ address: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "nonet-probes-"));
  await chmod(folder, 0o711);
  const opened = await openEngine({
    product,
    database: { url },
    files: join(folder, "files"),
    rehearse: true,
    owner: { email: "owner@example.test", password: "rehearsal" },
    environment,
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.refusal));
  const engine = opened.value;
  const bugs: unknown[] = [];
  const server = await startServer({
    engine,
    port: 0,
    host: "127.0.0.1",
    productData: () => ({ name: product.name }),
    documentData: () => ({}),
    sentences: () => [],
    staticFolder: null,
    secureCookies: false,
    onBug: (bug) => bugs.push(bug),
  });
  return {
    address: server.address,
    close: async () => {
      await server.close();
      await engine.close();
      await rm(folder, { recursive: true, force: true });
      expect(bugs).toEqual([]);
    },
  };
}

async function signIn(address: string, email: string, secret: string): Promise<string> {
  return (await ok(client(address)("POST", "/api/sign-in", { email, password: secret }))).token as string;
}

function asking(address: string, email: string, secret: string): Ask {
  let ask: Ask | null = null;
  return async (...request) => {
    ask ??= client(address, await signIn(address, email, secret));
    const answer = await ask(...request);
    if (answer.status !== 401) return answer;
    ask = client(address, await signIn(address, email, secret));
    return ask(...request);
  };
}

/** The instant of a local time (`2026-03-01 09:00`, with seconds and fractions if wanted) in a zone. */
export function instantOf(local: string, zone: string): string {
  const written = local.replace(" ", "T");
  const [, fraction = ""] = /\.(\d+)$/.exec(written) ?? [];
  const wanted = Date.parse(`${written.replace(/\.\d+$/, "").length === 16 ? `${written}:00` : written.replace(/\.\d+$/, "")}Z`);
  let instant = wanted;
  // The offset at the instant depends on the instant: twice is enough, also near a change of the clock.
  for (let i = 0; i < 2; i++) instant = wanted - offsetAt(instant, zone);
  return new Date(instant).toISOString().replace(/\.000Z$/, fraction === "" ? "Z" : `.${fraction}Z`);
}

function offsetAt(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(instant);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)!.value);
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour") % 24, of("minute"), of("second")) - Math.floor(instant / 1000) * 1000;
}

/** The body of an answer that must be good. */
export async function ok(asked: Promise<Answer>): Promise<Answer["body"]> {
  const answer = await asked;
  if (answer.status >= 300) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The statuses of requests that were sent at once, in ascending order. */
export const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

/** The codes of a refusal, in order; none of a good answer. */
export const codes = (answer: Answer): string[] => (answer.status < 300 ? [] : (answer.body.errors ?? []).map((e: { code: string }) => e.code));

/** An image of one pixel. */
export const picture = {
  name: "a.png",
  type: "image/png",
  content: Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64"),
};

/** Expects a refusal with a status and these codes. */
export async function refused(asked: Promise<Answer>, status: number, ...expected: string[]): Promise<Answer> {
  const answer = await asked;
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  if (expected.length > 0) expect(codes(answer)).toEqual(expected);
  return answer;
}
