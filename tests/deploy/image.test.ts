/** The image: its Dockerfile is sound, and what it starts runs from the files that it contains and nothing else. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nonet, root, temporaryFolder } from "../nonet-process.ts";
import { writeProduct } from "../security/small-product.ts";
import { instructionsOf, lastStage, valueOf } from "./dockerfile.ts";

const all = instructionsOf(readFileSync(join(root, "deploy/Dockerfile"), "utf8"));
const image = lastStage(all);
const folder = temporaryFolder();
afterAll(() => folder.remove());
// Builds the command line and the front end, where they are stale.
beforeAll(async () => void (await nonet(["run", "--help"])), 120_000);

test("has known instructions, runs as a user without privileges, and copies only what exists", () => {
  const known = ["FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"];
  expect(all.filter(({ name }) => !known.includes(name))).toEqual([]);
  expect(valueOf(image, "USER")).toBe("node");
  const sources = all
    .filter(({ name }) => name === "COPY")
    .flatMap(({ rest }) =>
      rest.startsWith("--from")
        ? rest
            .split(" ")
            .slice(1, -1)
            .map((path) => path.replace("/app/", ""))
        : rest.split(" ").slice(0, -1),
    );
  expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const ignored = readFileSync(join(root, "deploy/Dockerfile.dockerignore"), "utf8").trim().split("\n");
  const built = all.filter(({ name, rest }) => name === "COPY" && !rest.startsWith("--from")).flatMap(({ rest }) => rest.split(" ").slice(0, -1));
  expect(built.filter((path) => ignored.includes(path))).toEqual([]);
});

test("everything that the command imports is a production package", () => {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Record<string, { dev?: boolean }> };
  const imported = readdirSync(join(root, "apps/cli/dist")).flatMap((name) => {
    const text = name.endsWith(".js") ? readFileSync(join(root, "apps/cli/dist", name), "utf8") : "";
    return [...text.matchAll(/^(?:import|export)[^"'\n]*from\s+["']([^"'.][^"']*)["']/gm), ...text.matchAll(/\bimport\(\s*["']([^"'.][^"']*)["']/g)].map((found) => found[1]!);
  });
  const packages = [
    ...new Set(
      imported
        .filter((name) => !name.startsWith("node:") && !builtinModules.includes(name))
        .map((name) =>
          name
            .split("/")
            .slice(0, name.startsWith("@") ? 2 : 1)
            .join("/"),
        ),
    ),
  ];
  expect(packages.length).toBeGreaterThan(5);
  expect(packages.filter((name) => lock.packages[`node_modules/${name}`]?.dev !== undefined || !lock.packages[`node_modules/${name}`])).toEqual([]);
});

test("starts the product, is healthy by its own check, serves the front end, and stops", { timeout: 120_000 }, async () => {
  const app = join(folder.path, "app");
  for (const { rest } of image.filter(({ name, rest }) => name === "COPY" && rest.startsWith("--from"))) {
    const [, from, to] = rest.split(" ");
    mkdirSync(dirname(join(app, to!)), { recursive: true });
    if (to === "node_modules") symlinkSync(join(root, to), join(app, to));
    else cpSync(join(root, from!.replace("/app/", "")), join(app, to!), { recursive: true });
  }
  const product = join(folder.path, "product");
  mkdirSync(product);
  writeProduct(product);
  const port = String(20_000 + (process.pid % 20_000));
  const place = (word: string): string =>
    word
      .replace(/^\/product$/, product)
      .replace(/^\/data$/, join(folder.path, "data"))
      .replace(/^4000$/, port);
  expect(JSON.parse(valueOf(image, "ENTRYPOINT"))).toEqual(["nonet"]);
  const args = (JSON.parse(valueOf(image, "CMD")) as string[]).map(place);
  const env = { ...process.env, NODE_ENV: "production" } as Record<string, string>;
  delete env["DATABASE_URL"];
  const child = spawn(process.execPath, [join(app, "apps/cli/bin/nonet.mjs"), ...args], { cwd: app, env });
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => (err += part));
  try {
    const health = JSON.parse(/CMD (\[.*\])$/.exec(valueOf(image, "HEALTHCHECK"))![1]!) as string[];
    const isHealthy = (): boolean =>
      spawnSync(
        process.execPath,
        health.slice(1).map((word) => word.replace(":4000/", `:${port}/`)),
      ).status === 0;
    for (let i = 0; i < 100 && !isHealthy() && child.exitCode === null; i++) await sleep(200);
    expect([isHealthy(), err]).toEqual([true, expect.stringContaining('"level":"info"')]);
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain("<main");
  } finally {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
  }
});
