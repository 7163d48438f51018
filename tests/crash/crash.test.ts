/** kill -9 of the server, and of its database, while people work: nothing acknowledged is lost, nothing is half done, every call leaves. */
import { createServer, type Server } from "node:http";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, clientOf } from "../api-client.ts";
import { nonet, root, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { ownerPassword } from "../security/small-product.ts";
import { newLedger, stock, work } from "./desk-under-load.ts";
import { allLoans, judge, judgeHistory } from "./judge-ledger.ts";

const names = ["ada", "bo", "cleo", "dan"];
const kills = process.env["NONET_LONG"] ? 300 : 6;
const folder = temporaryFolder();
const data = join(folder.path, "data");
const document = join(folder.path, "desk.md");
/** What arrived at the payment service, by loan. */
const charged = new Map<string, Set<string>>();
let payments: Server;

beforeAll(async () => {
  // So that the user as which PostgreSQL runs may enter, and the cluster stands here.
  chmodSync(folder.path, 0o755);
  payments = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const { reference } = JSON.parse(body) as { reference: string };
      charged.set(reference, (charged.get(reference) ?? new Set()).add(String(request.headers["idempotency-key"])));
      response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify({ id: `c-${reference}` }));
    });
  });
  await new Promise<void>((done) => payments.listen(0, "127.0.0.1", done));
  const { port } = payments.address() as { port: number };
  const desk = readFileSync(join(root, "examples/equipment-desk/equipment-desk.md"), "utf8");
  writeFileSync(
    document,
    desk
      .replace("| payment address | not shown |", `| payment address | "http://127.0.0.1:${port}" |`)
      .replace("| most open loans | 3 |", "| most open loans | 1000000 |")
      .replace("| requests per minute | 300 |", "| requests per minute | 1000000 |"),
  );
});

afterAll(async () => {
  await new Promise((done) => payments.close(done));
  folder.remove();
});

test(`${kills} kills at random moments`, { timeout: 120_000 + kills * 30_000 }, async () => {
  const checked = await nonet(["check", document]);
  expect(checked.out + checked.err, "the document of this test").toMatch(/0 not shown/);
  const ledger = newLedger();
  const password = "a long password for crashes";
  let product = await start(["--owner", "owner@example.test"]);
  const owner = await ownerOf(product);
  for (const name of names)
    expect((await owner("POST", "/api/people", { email: `${name}@example.test`, name, roles: ["Manager"], password, keepPassword: true })).status).toBe(201);

  for (let kill = 0; kill < kills; kill++) {
    const tokens = await Promise.all(
      names.map(async (name) => (await client(product.address)("POST", "/api/sign-in", { email: `${name}@example.test`, password })).body.token as string),
    );
    // A loan that was made without an answer keeps its thing for good: so there are new ones each time.
    const items = await stock(ledger, client(product.address, tokens[0]!), names.length * 4);
    let going = true;
    const workers = tokens.map((token, n) => work(ledger, product.address, token, items.slice(n * 4, n * 4 + 4), () => going));
    // A crash that nobody worked through would show nothing; when it comes is chance.
    const before = ledger.acknowledged;
    await until(() => ledger.acknowledged >= before + 3);
    expect(ledger.acknowledged, `what was done before kill ${kill + 1}`).toBeGreaterThanOrEqual(before + 3);
    await sleep(Math.random() * 500);
    await crash(product, kill % 2 === 1);
    going = false;
    await Promise.all(workers);
    product = await start([]);
    const clerk = await clientOf(product.address, "ada@example.test", password);
    expect(await judge(ledger, clerk), `after kill ${kill + 1}`).toEqual([]);
    expect(await judgeHistory(ledger, clerk, 10), `after kill ${kill + 1}`).toEqual([]);
  }

  const clerk = await clientOf(product.address, "ada@example.test", password);
  const returned = (await allLoans(clerk)).filter((loan) => loan.state === "returned");
  // What a killed server had claimed is taken up when its claim has run out.
  await until(() => returned.every((loan) => charged.has(loan.number)), 60_000);
  expect(returned.filter((loan) => !charged.has(loan.number)).map((loan) => loan.number)).toEqual([]);
  // At least once, always under the same key.
  expect([...charged].filter(([, keys]) => keys.size !== 1)).toEqual([]);
  await product.stop();
});

const start = (more: readonly string[]): Promise<Running> => runProduct([document, "--data", data, ...more], { env: { PAYMENT_KEY: "a key", PAYMENT_HOOK: "a hook" } });

async function ownerOf(product: Running): Promise<Awaited<ReturnType<typeof clientOf>>> {
  await until(() => /#[\w-]{43}/.test(product.err()));
  return clientOf(product.address, "owner@example.test", await ownerPassword(product));
}

/** The server alone, or its database first: whoever is left then ends too, as on a machine that goes down. */
async function crash(product: Running, database: boolean): Promise<void> {
  const gone = new Promise((done) => product.process.once("close", done));
  if (database) {
    for (const pid of postmasters()) process.kill(pid, "SIGKILL");
    await sleep(Math.random() * 300);
  }
  product.process.kill("SIGKILL");
  await gone;
}

function postmasters(): number[] {
  const file = [join(data, "database/postgres/postmaster.pid"), join(data, "database/postmaster.pid")].find((path) => existsSync(path));
  if (!file) throw new Error(`No PostgreSQL runs in ${data}.`);
  return [Number(readFileSync(file, "utf8").split("\n")[0])];
}

async function until(holds: () => boolean, milliseconds = 30_000): Promise<void> {
  for (const end = Date.now() + milliseconds; !holds() && Date.now() < end;) await sleep(50);
}
