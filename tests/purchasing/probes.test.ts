/** The probes of a hard product, each by its number and name, over the API of a product in rehearsal. They run in this order: time only goes forward. */
import { afterAll, beforeAll, describe, test } from "vitest";
import { budgetProbes } from "./budget-probes.ts";
import { invoiceProbes } from "./invoice-probes.ts";
import { orderProbes } from "./order-probes.ts";
import { requisitionProbes } from "./requisition-probes.ts";
import { sightProbes } from "./sight-probes.ts";
import { timeProbes } from "./time-probes.ts";
import { isThere, openWorld, type World } from "./world.ts";

if (!isThere) test.skip("the specification of this suite isn't on this machine: ../shared/specs/purchasing.md", () => undefined);

describe.runIf(isThere)("Requisite", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.stop());
  const w = (): World => world;

  requisitionProbes(w);
  budgetProbes(w);
  orderProbes(w);
  invoiceProbes(w);
  sightProbes(w);
  timeProbes(w);
});
