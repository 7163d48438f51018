/** `npm run vscode [-- FOLDER]`: bundles the extension for VS Code, for the desktop and for the browser, and packs it as one `.vsix`. */
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createVSIX } from "@vscode/vsce";
import { rolldown } from "rolldown";
import { fromRoot } from "./house.mjs";

const bundles = [
  { input: "extension.ts", output: "extension.cjs", platform: "node", format: "cjs" },
  { input: "extension-web.ts", output: "extension-web.cjs", platform: "browser", format: "cjs" },
  { input: "server.ts", output: "server.cjs", platform: "node", format: "cjs" },
  { input: "server-web.ts", output: "server-web.js", platform: "browser", format: "iife" },
];

/** `vscode` is the editor's; what the browser doesn't have is left out of the bundles that never use it. */
const external = ["vscode", "vscode-languageserver/node", "./server-web.js"];

/** Returns the path of the packed extension. */
async function packExtension(folder) {
  const packed = `${folder}/package`;
  rmSync(packed, { recursive: true, force: true });
  mkdirSync(`${packed}/dist`, { recursive: true });
  for (const { input, output, platform, format } of bundles) {
    const bundle = await rolldown({ input: fromRoot("apps/vscode/src", input), platform, external });
    await bundle.write({ file: `${packed}/dist/${output}`, format, minify: true, codeSplitting: false });
    await bundle.close();
  }
  // The manifest without what only the workspace needs: the bundles carry their dependencies.
  const { private: _, type: __, devDependencies: ___, ...manifest } = JSON.parse(readFileSync(fromRoot("apps/vscode/package.json"), "utf8"));
  writeFileSync(`${packed}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(fromRoot("apps/vscode/README.md"), `${packed}/README.md`);
  cpSync(fromRoot("apps/vscode/syntaxes"), `${packed}/syntaxes`, { recursive: true });
  cpSync(fromRoot("LICENSE"), `${packed}/LICENSE.txt`);
  const file = `${folder}/nonet-${manifest.version}.vsix`;
  await createVSIX({ cwd: packed, packagePath: file, dependencies: false, allowMissingRepository: true });
  return file;
}

const file = await packExtension(process.argv[2] ?? fromRoot("apps/vscode/dist"));
console.error(`Packed ${file}: ${Math.round(statSync(file).size / 1000)} kB.`);
