/** The recipes for proxies: balanced and complete as text, and accepted by the proxies where these are installed. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root, temporaryFolder } from "../nonet-process.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const read = (name: string): string => readFileSync(join(root, "deploy", name), "utf8");
const withoutComments = (text: string): string => text.replace(/^\s*#.*$/gm, "");

function depthOf(text: string): number {
  let depth = 0;
  for (const sign of withoutComments(text).replace(/\{\$\w+\}/g, "x")) {
    depth += sign === "{" ? 1 : sign === "}" ? -1 : 0;
    expect(depth).toBeGreaterThanOrEqual(0);
  }
  return depth;
}

test("nginx.conf", () => {
  const text = read("nginx.conf");
  expect(depthOf(text)).toBe(0);
  // Every line is a directive, a block or its end.
  expect(
    withoutComments(text)
      .split("\n")
      .filter((line) => line.trim() !== "" && !/[;{}]\s*$/.test(line)),
  ).toEqual([]);
  for (const needed of ["proxy_set_header Host $host;", "proxy_set_header X-Forwarded-For $remote_addr;", "proxy_buffering off;", "location = /metrics {", "return 301 https://"])
    expect(text).toContain(needed);
  expect(/gzip_types (.*);/.exec(text)![1]).not.toContain("event-stream");
  if (spawnSync("nginx", ["-v"]).status !== 0) return;
  // Certificates are the operator's.
  const certificate = spawnSync("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    "-subj",
    "/CN=desk.example.com",
    "-keyout",
    join(folder.path, "key.pem"),
    "-out",
    join(folder.path, "certificate.pem"),
  ]);
  expect(certificate.status).toBe(0);
  const site = text.replace(/\S+fullchain\.pem/, join(folder.path, "certificate.pem")).replace(/\S+privkey\.pem/, join(folder.path, "key.pem"));
  writeFileSync(join(folder.path, "site.conf"), site);
  writeFileSync(join(folder.path, "nginx.conf"), `pid ${folder.path}/pid; error_log stderr; events {} http { access_log off; include ${folder.path}/site.conf; }`);
  const said = spawnSync("nginx", ["-t", "-c", join(folder.path, "nginx.conf")], { encoding: "utf8" });
  expect([said.status, said.stderr]).toEqual([0, expect.stringContaining("test is successful")]);
});

test("Caddyfile", () => {
  const text = read("Caddyfile");
  expect(depthOf(text)).toBe(0);
  for (const needed of ["@inside path /metrics /readyz", "respond @inside 404", "reverse_proxy {", "flush_interval -1", "lb_try_duration"]) expect(text).toContain(needed);
  expect(text).not.toMatch(/header Content-Type text\/(event-stream|\*)/);
  if (spawnSync("caddy", ["version"]).status !== 0) return;
  const said = spawnSync("caddy", ["validate", "--adapter", "caddyfile", "--config", join(root, "deploy/Caddyfile")], {
    encoding: "utf8",
    env: { ...process.env, HOME: folder.path, NONET_DOMAIN: "desk.example.com", NONET_UPSTREAM: "product" },
  });
  expect([said.status, said.stderr]).toEqual([0, expect.anything()]);
});
