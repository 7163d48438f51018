import type { Field } from "@nonet/model";
import { askedOf } from "../roles/matrix-row.ts";
import type { PointCompiler } from "./workshop.ts";

/** What an action asks for, for rules that are judged on it. */
export const askedOn = (ctx: PointCompiler, entity: string, action: string): readonly Field[] => ctx.asks<readonly Field[]>(askedOf(entity, action)) ?? [];
