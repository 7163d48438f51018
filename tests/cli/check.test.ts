/** `nonet check`, `model`, `openapi`, `sql`, `explain` and `format` on real specifications. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { nonet, root, temporaryFolder } from "../nonet-process.ts";

const desk = join(root, "examples/equipment-desk/equipment-desk.md");
const undetermined = join(root, "examples/undetermined/undetermined.md");
const folder = temporaryFolder();
afterAll(() => folder.remove());

describe("check", () => {
  it("reports no error in the Equipment Desk, and lists its open points", async () => {
    const result = await nonet(["check", desk, "--format", "json"]);
    const report = JSON.parse(result.out) as Report;
    expect(result.code).toBe(0);
    expect(report.diagnostics.filter((d) => d.severity === "error")).toEqual([]);
    expect(report.elements).toBeGreaterThan(50);
    expect(report.open.map((o) => o.what)).toContain("payment address");
    const open = report.open.find((o) => o.what === "payment address")!;
    expect(readFileSync(desk, "utf8").split("\n")[open.line - 1]).toContain("payment address");
    expect((await nonet(["check", desk, "--strict"])).code).toBe(1);
  });

  it("names the pictures of pages that aren't in the document's folder", async () => {
    const museum = folder.path;
    writeFileSync(join(museum, "museum.md"), readFileSync(join(root, "examples/open-museum/open-museum.md")));
    const missing = await nonet(["check", join(museum, "museum.md")]);
    expect(missing.out).toMatch(/museum\.md:\d+: The picture salt-store\.svg isn't in the document's folder, or is larger than 10 MB\./);
    expect(missing.code).toBe(0);
    copyFileSync(join(root, "examples/open-museum/salt-store.svg"), join(museum, "salt-store.svg"));
    expect((await nonet(["check", join(museum, "museum.md")])).out).not.toContain("salt-store");
  });

  it("counts nine open points in the empty specification", async () => {
    const report = JSON.parse((await nonet(["check", undetermined, "--format", "json"])).out) as Report;
    expect(report.open).toHaveLength(9);
    expect(report.diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  });

  it("prints locations for tools, as JSON and as SARIF", async () => {
    const path = join(folder.path, "desk.md");
    writeFileSync(path, readFileSync(desk, "utf8").replace("`end date >= start date`", "`end dote >= start date`"));
    const line =
      readFileSync(path, "utf8")
        .split("\n")
        .findIndex((l) => l.includes("end dote")) + 1;
    const report = JSON.parse((await nonet(["check", path, "--format", "json"])).out) as Report;
    const errors = report.diagnostics.filter((d) => d.severity === "error");
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ file: path, from: { line } });
    expect(`${errors[0]!.message} ${JSON.stringify(errors[0])}`).toContain("end date");
    const sarif = JSON.parse((await nonet(["check", path, "--format", "sarif"])).out) as {
      version: string;
      runs: { results: { level: string; locations: { physicalLocation: { region: { startLine: number } } }[] }[] }[];
    };
    expect(sarif.version).toBe("2.1.0");
    const found = sarif.runs[0]!.results.filter((r) => r.level === "error");
    expect(found.map((r) => r.locations[0]!.physicalLocation.region.startLine)).toEqual([line]);
  });

  it("reads a folder's files in name order as one specification", async () => {
    const text = readFileSync(desk, "utf8");
    const at = text.indexOf("## 5.");
    const parts = temporaryFolder();
    writeFileSync(join(parts.path, "10-first.md"), text.slice(0, at));
    writeFileSync(join(parts.path, "20-second.md"), text.slice(at));
    const report = JSON.parse((await nonet(["check", parts.path, "--format", "json"])).out) as Report;
    const whole = JSON.parse((await nonet(["check", desk, "--format", "json"])).out) as Report;
    parts.remove();
    expect(report.diagnostics.filter((d) => d.severity === "error")).toEqual([]);
    expect(report.elements).toBe(whole.elements);
    expect(report.open.map((o) => o.file.split("/").at(-1))).toContain("20-second.md");
  });
});

describe("output of a specification", () => {
  it("model, openapi and sql print machine-readable output", async () => {
    const model = JSON.parse((await nonet(["model", desk])).out) as { name: string; entities: { name: string }[]; version: string };
    expect(model.name).toBe("Equipment Desk");
    expect(model.entities.map((e) => e.name)).toEqual(expect.arrayContaining(["User", "Item", "Loan", "Category"]));
    expect(model.version).toMatch(/^[0-9a-f]{64}$/);
    const api = JSON.parse((await nonet(["openapi", desk])).out) as { openapi: string; paths: Record<string, unknown> };
    expect(api.openapi).toBe("3.1.0");
    expect(Object.keys(api.paths)).toContain("/api/loans");
    expect((await nonet(["sql", desk])).out).toMatch(/create table/i);
  });

  it("explain prints each element with its line", async () => {
    const result = await nonet(["explain", desk, "Hand out"]);
    expect(result.code, result.err).toBe(0);
    expect(result.out).toMatch(/equipment-desk\.md:\d+: .*Clerk/);
    const whole = (await nonet(["explain", desk])).out;
    expect(whole).toMatch(/24\. /);
    expect(whole).not.toContain("the document doesn't state a time zone");
    expect((await nonet(["explain", undetermined])).out).toContain("the document doesn't state a time zone");
  });

  it("explain of a line says what stands on it", async () => {
    const whole = (await nonet(["explain", desk])).out.split("\n");
    const line = /equipment-desk\.md:(\d+): .*"Hand out"/.exec(whole.find((one) => one.includes('runs "Hand out"'))!)![1]!;
    const { code, out } = await nonet(["explain", desk, line]);
    expect(code).toBe(0);
    expect(out.split("\n").slice(1, -1)).toEqual(whole.filter((one) => one.includes(`equipment-desk.md:${line}: `)));
    expect((await nonet(["explain", desk, "1"])).out).toContain("Equipment");
    expect(await nonet(["explain", desk, "9999"])).toMatchObject({ code: 2, out: "", err: "The specification has no line 9999.\n" });
  });

  it("format keeps a canonical file and rewrites another", async () => {
    const path = join(folder.path, "form.md");
    copyFileSync(desk, path);
    expect((await nonet(["format", path])).code).toBe(0);
    expect((await nonet(["format", path, "--check"])).code).toBe(0);
    const canonical = readFileSync(path, "utf8");
    writeFileSync(path, canonical.replace("| From | Action | To | Who | When | Then |", "| Current state | Trigger | Next state | Who | Guard | Effects |"));
    expect((await nonet(["format", path, "--check"])).code).toBe(1);
    expect((await nonet(["format", path])).code).toBe(0);
    expect(readFileSync(path, "utf8")).toBe(canonical);
  });
});

interface Report {
  readonly diagnostics: { code: string; severity: string; message: string; file: string; from: { line: number; column: number } }[];
  readonly open: { what: string; file: string; line: number }[];
  readonly elements: number;
}
