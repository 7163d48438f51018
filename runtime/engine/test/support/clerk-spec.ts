/** The nine points around what a test is about: a product for a Clerk, with nothing in it but what is given. */
import { databaseOf } from "../../../../tests/shared-postgres.ts";
import { openDatabase } from "../../src/connection/database.ts";
import { type Row } from "../../src/connection/contract.ts";

export interface ClerkSpec {
  readonly name?: string;
  /** Attributes of point 1 beside the name and the sign-in. */
  readonly about?: readonly string[];
  readonly screens?: string;
  readonly entities: string;
  readonly machines?: string;
  readonly rules?: string;
  /** Entities of which the Clerk may do all. */
  readonly grants: readonly string[];
  readonly errors?: string;
  readonly constants?: string;
}

export function clerkSpec({
  name = "Shop",
  about = [],
  screens = "not shown",
  entities,
  machines = "none",
  rules = "none",
  grants,
  errors = "none",
  constants = "none",
}: ClerkSpec): string {
  const points = [
    `## 1. What the product does and for whom\n\n${[`**Name**: ${name}`, ...about, "**Sign-in**: email and password; by invitation"].map((one) => `- ${one}`).join("\n")}\n\nFor whom:\n\n- **Clerk** — works`,
    `## 2. Screens and routes\n\n${screens}`,
    `## 3. Entities and their fields\n\n${entities}`,
    `## 4. States and transitions\n\n${machines}`,
    `## 5. Validation rules\n\n${rules}`,
    `## 6. Roles and permissions\n\n- **Clerk**\n\n| | Clerk |\n|---|---|\n${grants.map((one) => `| ${one} | all |`).join("\n")}`,
    "## 7. The calls it makes\n\nnone",
    `## 8. The error catalogue\n\n${errors}`,
    `## 9. Business constants and limits\n\n${constants}`,
  ];
  return `# Specification: ${name}\n\n${points.join("\n\n")}\n`;
}

/** What stands in the database of a product that isn't running. */
export async function sqlIn(folder: string, text: string): Promise<readonly Row[]> {
  const database = openDatabase((await databaseOf(folder)).url);
  try {
    return await database.rows({ text, values: [] });
  } finally {
    await database.close();
  }
}
