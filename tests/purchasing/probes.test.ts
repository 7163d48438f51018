/** The probes of a hard product, each by its number and name, over the API of a product in rehearsal. They run in this order: time only goes forward. */
import { afterAll, beforeAll, describe } from "vitest";
import { budgetProbes } from "./budget-probes.ts";
import { invoiceProbes } from "./invoice-probes.ts";
import { orderProbes } from "./order-probes.ts";
import { requisitionProbes } from "./requisition-probes.ts";
import { sightProbes } from "./sight-probes.ts";
import { timeProbes } from "./time-probes.ts";
import { openWorld, type World } from "./world.ts";

describe("Requisite", { timeout: 120_000 }, () => {
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
