/** The compose file: valid, complete, and in step with what it starts. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../nonet-process.ts";
import { instructionsOf, lastStage, valueOf } from "./dockerfile.ts";

interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly stop_grace_period?: string;
}

const text = readFileSync(join(root, "deploy/compose.yaml"), "utf8");
const file = parse(text, { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } }>>;
};
const { services } = file;

test("every volume, network, service and file that is named exists", () => {
  for (const [name, service] of Object.entries(services)) {
    for (const volume of service.volumes ?? []) {
      const from = volume.split(":")[0]!;
      // The operator's own folders; Docker makes what isn't there.
      if (from.startsWith("./")) expect([name, from, ["./product", "./backups"].includes(from) || existsSync(join(root, "deploy", from))]).toEqual([name, from, true]);
      else expect(Object.keys(file.volumes)).toContain(from);
    }
    for (const network of service.networks ?? []) expect(Object.keys(file.networks)).toContain(network);
    const needs = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
    for (const needed of needs) expect(Object.keys(services)).toContain(needed);
    if (service.build) expect(existsSync(join(root, "deploy", service.build.context, service.build.dockerfile))).toBe(true);
  }
});

test("only the proxy is reachable from outside, and the product can write to its folders only", () => {
  expect(
    Object.entries(services)
      .filter(([, { ports }]) => ports)
      .map(([name]) => name),
  ).toEqual(["proxy"]);
  for (const name of ["product", "backup"]) expect(services[name]).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
});

test("settings are documented, and the trusted proxies are the network of the proxy", () => {
  const settings = readFileSync(join(root, "docs/settings.md"), "utf8");
  const script = readFileSync(join(root, "deploy/backup.sh"), "utf8");
  const names = Object.keys({ ...services["product"]!.environment, ...services["backup"]!.environment }).filter((name) => name !== "DATABASE_URL");
  expect(names.filter((name) => !settings.includes(`\`${name}\``) && !script.includes(name))).toEqual([]);
  expect(services["product"]!.environment!["NONET_TRUSTED_PROXIES"]).toBe(file.networks["inside"]!.ipam.config[0]!.subnet);
});

test("example.env has every variable that the file requires", () => {
  const required = [...text.matchAll(/\$\{(\w+):[?-]/g)].map((found) => found[1]!);
  const example = [...readFileSync(join(root, "deploy/example.env"), "utf8").matchAll(/^(\w+)=/gm)].map((found) => found[1]!);
  expect(new Set(example)).toEqual(new Set(required));
});

test("a process gets the time that it needs to stop", () => {
  const command = JSON.parse(valueOf(lastStage(instructionsOf(readFileSync(join(root, "deploy/Dockerfile"), "utf8"))), "CMD")) as string[];
  const drain = Number(command[command.indexOf("--drain") + 1]);
  expect(Number.parseInt(services["product"]!.stop_grace_period!, 10)).toBeGreaterThan(drain + 30 + 15);
});
