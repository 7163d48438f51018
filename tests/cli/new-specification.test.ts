/** `nonet new` and `nonet guide`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { nonet, root, temporaryFolder } from "../nonet-process.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

it("writes nine points that are not shown, and check finds no error in them", async () => {
  const made = await nonet(["new", "Tool Shed"], { cwd: folder.path });
  expect(made).toMatchObject({ code: 0, out: "Wrote tool-shed.md: nine points, each not shown. Fill in point 3 first, then run `nonet run tool-shed.md --rehearse`.\n" });
  const text = readFileSync(join(folder.path, "tool-shed.md"), "utf8");
  expect(text).toMatch(/^# Specification: Tool Shed\n/);
  expect(text.match(/^<!-- [^\n]+ -->\n\nnot shown\.$/gm)).toHaveLength(9);
  const checked = await nonet(["check", "tool-shed.md"], { cwd: folder.path });
  expect(checked.code).toBe(0);
  expect(checked.out).toContain("0 statements enforced (9 elements), 9 not shown");
  expect(await nonet(["format", "tool-shed.md", "--check"], { cwd: folder.path })).toMatchObject({ code: 0 });
});

it("writes over nothing, and says what is wrong with a name", async () => {
  await nonet(["new", "Twice"], { cwd: folder.path });
  expect(await nonet(["new", "twice.md"], { cwd: folder.path })).toMatchObject({ code: 2, err: "twice.md exists already. Choose another name, or delete it first.\n" });
  expect(await nonet(["new", "…"], { cwd: folder.path })).toMatchObject({ code: 2, err: expect.stringContaining("A name needs a letter or a digit") });
  expect(await nonet(["new", "no/such/folder/x"], { cwd: folder.path })).toMatchObject({ code: 2, err: "Can't write no/such/folder/x.md (ENOENT).\n" });
});

it("prints the guide, or one section of it", async () => {
  const guide = readFileSync(join(root, "docs/assistants.md"), "utf8");
  expect((await nonet(["guide"])).out).toBe(guide);
  expect((await nonet(["guide", "rules"])).out).toMatch(/^## Rules\n/);
  expect((await nonet(["guide", "--skill"])).out).toMatch(/^---\nname: nonet\ndescription: [^\n]{50,1024}\n---\n\n# Guide for assistants\n/);
  expect(await nonet(["guide", "rules", "--skill"])).toMatchObject({ code: 2, err: expect.stringContaining("Leave out the section or --skill") });
  expect(await nonet(["guide", "skelton"])).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean "Skeleton"?') });
});
