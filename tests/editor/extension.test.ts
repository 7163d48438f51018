/** Packs the extension for VS Code, looks into it, and speaks with its server as the editor does. */
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from "vscode-jsonrpc/node";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../nonet-process.ts";

let folder: string;
let packed: Readonly<Record<string, Uint8Array>>;
let size: number;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "nonet-vscode-"));
  execFileSync(process.execPath, [join(root, "scripts/vscode.mjs"), join(folder, "dist")], { stdio: "ignore" });
  const file = join(folder, "dist/nonet-0.1.0.vsix");
  size = statSync(file).size;
  packed = unzipSync(readFileSync(file));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = (path: string): string => new TextDecoder().decode(packed[path]);

it("is one file under 1 MB, for the desktop and for the browser", () => {
  expect(size).toBeLessThan(1_000_000);
  expect(Object.keys(packed).sort()).toEqual([
    "[Content_Types].xml",
    "extension.vsixmanifest",
    "extension/LICENSE.txt",
    "extension/dist/extension-web.cjs",
    "extension/dist/extension.cjs",
    "extension/dist/server-web.js",
    "extension/dist/server.cjs",
    "extension/package.json",
    "extension/readme.md",
    "extension/syntaxes/feel.tmLanguage.json",
  ]);
});

it("names files that it carries, and nothing of the workspace", () => {
  const manifest = JSON.parse(text("extension/package.json")) as { main: string; browser: string; contributes: { grammars: { path: string }[] } };
  const named = [manifest.main, manifest.browser, ...manifest.contributes.grammars.map(({ path }) => path)].map((path) => `extension/${path.replace("./", "")}`);
  expect(named.filter((path) => !(path in packed))).toEqual([]);
  expect(Object.keys(manifest)).not.toContain("devDependencies");
  for (const path of Object.keys(packed)) expect(text(path)).not.toContain(root);
});

it("needs nothing in the browser that a browser doesn't have", () => {
  for (const path of ["extension/dist/extension-web.cjs", "extension/dist/server-web.js"]) expect(text(path).match(/require\((["'`])(?!vscode\1)[^)]*\)/g) ?? []).toEqual([]);
});

it("has a grammar whose patterns are regular expressions", () => {
  const { patterns } = JSON.parse(text("extension/syntaxes/feel.tmLanguage.json")) as { patterns: { match: string }[] };
  expect(patterns.length).toBeGreaterThan(5);
  for (const { match } of patterns) expect(() => new RegExp(match, "u")).not.toThrow();
});

it("serves the desktop from its own server", async () => {
  for (const [path, bytes] of Object.entries(packed)) {
    mkdirSync(join(folder, "installed", path, ".."), { recursive: true });
    writeFileSync(join(folder, "installed", path), bytes);
  }
  const child: ChildProcess = fork(join(folder, "installed/extension/dist/server.cjs"), ["--node-ipc"], { cwd: folder, execArgv: [] });
  const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  connection.onRequest("nonet/readFolder", () => []);
  connection.listen();
  await connection.sendRequest("initialize", { processId: null, rootUri: null, capabilities: { textDocument: { diagnostic: {} } } });
  const uri = "file:///nowhere/a.md";
  await connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "markdown", version: 1, text: "# Specification: A\n\n## 3. Entities and their fields\n\n### B\n\n- c: txt\n" },
  });
  const { items } = await connection.sendRequest<{ items: { code: string }[] }>("textDocument/diagnostic", { textDocument: { uri } });
  expect(items.map(({ code }) => code)).toContain("unknown-type");
  const ended = new Promise((resolve) => child.on("exit", resolve));
  child.disconnect();
  expect(await ended).toBe(0);
});
