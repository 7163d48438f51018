/** Runs an example in rehearsal, at a fixed time and filled with plausible records, so that two galleries show the same. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { atApiAddress } from "@nonet/api";
import { compileSpecification } from "../../apps/cli/src/specification/compile-specification.ts";
import { readSpecification } from "../../apps/cli/src/specification/read-specification.ts";
import { type Agreement, agreements } from "../../apps/cli/src/demo/agreements.ts";
import { creatingCalls } from "../../apps/cli/src/demo/creating-calls.ts";
import { exampleNames } from "../../apps/cli/src/demo/example-names.ts";
import { fillDemo } from "../../apps/cli/src/demo/fill-demo.ts";
import { asker, type Place, signIn } from "../../apps/cli/src/demo/visitor.ts";
import { withoutRequestLimit } from "../api-description/without-request-limit.ts";
import { root, runProduct, temporaryFolder } from "../nonet-process.ts";

/** A Monday in the past: before anything has happened, the clock can be set back, and no schedule runs on the way as it would for years ahead. */
const start = "2024-03-04T09:00:00Z";

export interface FilledExample {
  readonly address: string;
  /** Where its API is: a document may move it. */
  readonly place: Place;
  stop(): Promise<void>;
}

/** `data`: options that name a database other than the product's own. */
export async function runFilled(example: string, empty: boolean, data: readonly string[] = []): Promise<FilledExample> {
  const folder = temporaryFolder();
  const document = copyDocument(example, folder.path);
  const product = await runProduct([document, "--rehearse", "--data", join(folder.path, "data"), ...data]);
  const stop = async (): Promise<void> => {
    await product.stop();
    folder.remove();
  };
  const read = await readDocument(document, product.address);
  try {
    await fill(read, empty);
  } catch (error) {
    await stop();
    throw new Error(`${example} can't be filled: ${String(error)}\n${product.err()}`, { cause: error });
  }
  return { address: product.address, place: read.place, stop };
}

async function fill({ place, names, calls, agreed }: Read, empty: boolean): Promise<void> {
  await asker(place)("POST", "/rehearsal/clock", { now: start });
  if (empty) return;
  await fillDemo(place, names, calls, agreed);
  await comment(place);
}

/** A gallery asks more in a minute than a person may. */
function copyDocument(example: string, folder: string): string {
  const from = join(root, "examples", example);
  const to = join(folder, example);
  mkdirSync(to);
  for (const name of readdirSync(from).filter((one) => one.endsWith(".md"))) writeFileSync(join(to, name), withoutRequestLimit(readFileSync(join(from, name), "utf8")));
  return to;
}

interface Read {
  readonly names: ReturnType<typeof exampleNames>;
  readonly calls: ReturnType<typeof creatingCalls>;
  readonly agreed: readonly Agreement[];
  readonly place: Place;
}

async function readDocument(document: string, address: string): Promise<Read> {
  const read = await readSpecification(document);
  if (!read.ok) return { names: new Map(), calls: [], agreed: [], place: address };
  const { product } = compileSpecification(read.value);
  return { names: exampleNames(product), calls: creatingCalls(product), agreed: agreements(product), place: (path) => address + atApiAddress(product, path) };
}

/** Somebody of each role mentions two others on the first record that takes comments. */
async function comment(place: Place): Promise<void> {
  const people: readonly { readonly email: string }[] = (await asker(place)("GET", "/rehearsal/people")).body;
  for (const { email } of people) {
    const visitor = await signIn(place, email, "rehearsal");
    for (const { path } of visitor?.sees.entities.filter(({ comments }) => comments) ?? []) {
      const record: { readonly id: string } | undefined = (await visitor!.ask("GET", `/api/${path}?limit=1`)).body.items?.[0];
      if (!record) continue;
      const at = `/api/${path}/${record.id}`;
      const others: readonly { readonly id: string }[] = (await visitor!.ask("GET", `${at}/mentionable?search=`)).body.items ?? [];
      const mentions = others.filter(({ id }) => id !== visitor!.id).slice(0, 2);
      const text = `${mentions.map(({ id }) => `@[${id}] `).join("")}Can you have a look at this? The figures differ from last month's.`;
      await visitor!.ask("POST", `${at}/comments`, { text });
    }
  }
}
