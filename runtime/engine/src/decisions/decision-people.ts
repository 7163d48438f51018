/** Reads who decides on a record: the people of each step, its quorum, and whether it applies. */
import { decisionStatements, guardQuery, valuesQuery } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import type { Deciders, DecisionStep, Product } from "@nonet/model";
import type { Connection, Row } from "../connection/contract.ts";

/** A person in a list of deciders. */
export interface Listed {
  readonly id: string;
  readonly active: boolean;
}

export interface PeopleOfStep {
  readonly applies: boolean;
  readonly list: readonly Listed[];
  readonly including: readonly { readonly count: number; readonly list: readonly Listed[] }[];
  /** Who decides at a tie. */
  readonly tie: readonly Listed[];
  readonly quorum: number | null;
}

export class PeopleOfDecision {
  constructor(
    private readonly connection: Connection,
    private readonly product: Product,
    private readonly entity: string,
    private readonly id: string,
  ) {}

  async ofStep({ of, when, including, tie, quorum }: DecisionStep): Promise<PeopleOfStep> {
    const applies = when === null || (await this.holds(when));
    const list: Listed[] = [];
    for (const one of of) list.push(...(await this.listed(one)));
    const required: { count: number; list: readonly Listed[] }[] = [];
    for (const one of including) required.push({ count: one.count, list: await this.listed(one.of) });
    // Whoever must be among them is asked as well.
    for (const person of required.flatMap((one) => one.list)) if (!list.some((known) => known.id === person.id)) list.push(person);
    return {
      applies,
      list: unique(list),
      including: required,
      tie: tie === null || tie === "refused" ? [] : await this.listed({ list: tie.by }),
      quorum: quorum === null ? null : await this.number(quorum),
    };
  }

  async listed(of: Deciders): Promise<readonly Listed[]> {
    const rows = await this.connection.rows(decisionStatements.deciders(this.product, this.entity, this.id, of));
    return rows.map((row: Row) => ({ id: row["id"] as string, active: row["active"] === true }));
  }

  private async holds(condition: Expression): Promise<boolean> {
    return (await this.connection.row(guardQuery(this.product, this.entity, this.id, condition)))?.["holds"] === true;
  }

  private async number(expression: Expression): Promise<number> {
    const row = await this.connection.row(valuesQuery(this.product, this.entity, this.id, [{ name: "value", expression }], {}));
    return Number((row?.["values"] as Row | undefined)?.["value"] ?? 0);
  }
}

const unique = (list: readonly Listed[]): Listed[] => list.filter((one, i) => list.findIndex((other) => other.id === one.id) === i);
