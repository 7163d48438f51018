/** What every parameter of a list request is resolved with, and the errors found on the way: all are reported at once. */
import type { Reader } from "@nonet/database";
import type { Entity, Product } from "@nonet/model";
import type { Actor } from "../../contract/actor.ts";
import type { FieldError } from "../../contract/outcome.ts";

export interface ListContext {
  readonly product: Product;
  readonly actor: Actor;
  readonly reader: Reader;
  readonly entity: Entity;
  /** The date in the product's time zone; "" where no parameter needs it. */
  readonly today: string;
  readonly errors: FieldError[];
}
