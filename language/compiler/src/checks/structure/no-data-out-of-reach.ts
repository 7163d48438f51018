/** Warns of personal data that nobody may export or erase: the record stands for the person, and nobody may delete it. */
import { isNesting, type Product, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";
import { allStatements } from "./statements.ts";
import { indexOf } from "../access/may-read.ts";

export function noDataOutOfReach(ctx: PointCompiler, product: Product): void {
  const { grants, machines } = indexOf(product);
  for (const { name, fields, builtIn, partOf, events } of product.entities) {
    const field = fields.find((one) => one.personalOf === "this" && one.computed === null && one.source !== null);
    if (!field?.source || name === "User" || builtIn || partOf) continue;
    const rows = (machines.get(name) ?? []).flatMap((machine) => machine.transitions);
    const statements = [...allStatements(product), ...events.flatMap((event) => event.then)];
    if ((grants.get(name) ?? []).some((grant) => grant.verb === "delete") || rows.some(({ to }) => to === null) || statements.some(removes)) continue;
    ctx.report("personal-out-of-reach", field.source, `Nobody may export or erase the personal data of ${article(name)}: nobody may delete one.`, {
      hint: `Grant \`delete\` on ${name} in point 6, or name whose data it is: \`personal of FIELD\`, with a field that refers to a User.`,
    });
  }
}

const removes = (statement: Statement): boolean => statement.kind === "delete" || statement.kind === "forget" || (isNesting(statement) && statement.body.some(removes));
