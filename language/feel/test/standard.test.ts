/** The FEEL chapter of DMN 1.5 in the dialect `standard`: cases in addition to the conformance cases. */
import { join } from "node:path";
import { describe as group } from "vitest";
import { evaluate } from "../src/evaluate/evaluate.ts";
import { standard } from "../src/values/environment.ts";
import { writeValue } from "../src/values/to-text.ts";
import { expectFile } from "./expect-file.ts";

group("standard", () =>
  expectFile(join(import.meta.dirname, "data", "standard.txt"), (text) => {
    const { value, diagnostics } = evaluate(text, {}, { dialect: standard });
    return diagnostics[0]?.message ?? (writeValue(value) || "(empty)");
  }),
);
