/** The units for systemd: systemd accepts them where it is installed, and what they start runs. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root, runProduct, temporaryFolder } from "../nonet-process.ts";
import { writeProduct } from "../security/small-product.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const names = readdirSync(join(root, "deploy")).filter((name) => /\.(service|timer)$/.test(name));
const read = (name: string): string => readFileSync(join(root, "deploy", name), "utf8");

/** Settings by section; any other line is an error. */
function sectionsOf(text: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const sections: Record<string, Record<string, string>> = {};
  let current: Record<string, string> = {};
  for (const line of text.split("\n").filter((one) => one.trim() !== "" && !one.startsWith("#"))) {
    const section = /^\[(\w+)\]$/.exec(line)?.[1];
    if (section) current = sections[section] = {};
    else {
      const [, name, value] = /^([A-Z]\w+)=(.*)$/.exec(line)!;
      current[name!] = value!;
    }
  }
  return sections;
}

test.each(names)("%s is a unit that systemd accepts", (name) => {
  const sections = sectionsOf(read(name));
  expect(Object.keys(sections)).toContain("Unit");
  expect(Object.keys(sections)).toContain(name.endsWith(".timer") ? "Timer" : "Service");
  if (spawnSync("systemd-analyze", ["--version"]).status !== 0) return;
  // The commands aren't installed on the machine of the tests.
  for (const one of names) writeFileSync(join(folder.path, one), read(one).replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"));
  const verified = spawnSync("systemd-analyze", ["verify", "--man=no", join(folder.path, name)], { encoding: "utf8" });
  expect([verified.status, verified.stderr.split("\n").filter((line) => line.includes(name))]).toEqual([0, []]);
});

test("the service starts the product, and stops it with time to finish", { timeout: 60_000 }, async () => {
  const { ExecStart, KillMode, TimeoutStopSec } = sectionsOf(read("nonet.service"))["Service"]!;
  const [command, run, file, ...options] = ExecStart!.split(" ");
  expect([command, run, file, KillMode]).toEqual(["/usr/local/bin/nonet", "run", "/etc/nonet/product", "mixed"]);
  const product = join(folder.path, "product");
  mkdirSync(product);
  writeProduct(product);
  const running = await runProduct([product, ...options.map((word) => word.replace("/var/lib/nonet", folder.path))]);
  expect((await fetch(`${running.address}/readyz`)).status).toBe(200);
  const began = Date.now();
  expect(await running.stop()).toBe(0);
  expect((Date.now() - began) / 1000).toBeLessThan(Number(TimeoutStopSec) - 30);
});
