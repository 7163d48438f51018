/** The compiler's catalogue of diagnostics: only codes that are declared here can be raised. */
import { aboutCatalogue } from "./about.ts";
import { callsCatalogue } from "./calls.ts";
import { checksCatalogue } from "./checks.ts";
import { constantsCatalogue } from "./constants.ts";
import { entitiesCatalogue } from "./entities.ts";
import type { Entry } from "./entry.ts";
import { errorsCatalogue } from "./errors.ts";
import { examplesCatalogue } from "./examples.ts";
import { notationCatalogue } from "./notation.ts";
import { rolesCatalogue } from "./roles.ts";
import { rulesCatalogue } from "./rules.ts";
import { screensCatalogue } from "./screens.ts";
import { statesCatalogue } from "./states.ts";

export const catalogue = {
  ...notationCatalogue,
  ...aboutCatalogue,
  ...screensCatalogue,
  ...entitiesCatalogue,
  ...statesCatalogue,
  ...rulesCatalogue,
  ...rolesCatalogue,
  ...callsCatalogue,
  ...errorsCatalogue,
  ...constantsCatalogue,
  ...examplesCatalogue,
  ...checksCatalogue,
} as const satisfies Record<string, Entry>;

export type Code = keyof typeof catalogue;
