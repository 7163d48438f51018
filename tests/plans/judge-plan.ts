/** What is wrong with a plan: it reads a whole table that grows, or sorts all of one where an index could give the order. */
import type { Client } from "pg";

export interface PlanNode {
  readonly "Node Type": string;
  readonly "Plan Rows": number;
  readonly "Relation Name"?: string;
  readonly Schema?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Recheck Cond"?: string;
  readonly Filter?: string;
  readonly "Parent Relationship"?: string;
  readonly "Sort Key"?: readonly string[];
  readonly Plans?: readonly PlanNode[];
}

/** Planned once for all values, as the engine has it planned. */
export async function planOf(client: Client, text: string): Promise<PlanNode> {
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(`explain (generic_plan, verbose, format json) ${text}`).catch((error: Error) => {
    throw new Error(`${error.message}\n${text}`);
  });
  return rows[0]!["QUERY PLAN"][0].Plan;
}

export interface Grown {
  /** Rows by table. */
  readonly rows: ReadonlyMap<string, number>;
  /** Indexes that hold only some rows, few of many: those who read one whole don't read the table whole. */
  readonly partial: ReadonlySet<string>;
  /** From how many rows on a table is one that grows. */
  readonly grows: number;
  /** From how many rows on a sort is of a good part of a table, not of what was chosen from it. */
  readonly many: number;
}

/**
 * What is wrong with a statement's plan. Where the planner reads a table whole by choice, for it is small still or a good
 * part of it is wanted, it is asked again with that made dear: only what it then still must read whole is wrong.
 * `asItIs`: it isn't asked again.
 */
export async function wrongsOf(client: Client, text: string, grown: Grown, asItIs = false): Promise<{ readonly wrongs: readonly string[]; readonly plan: PlanNode }> {
  let told: { readonly wrongs: readonly string[]; readonly plan: PlanNode } | null = null;
  for (const dear of asItIs ? [[]] : [[], ["seqscan"], ["seqscan", "sort"], ["seqscan", "mergejoin", "hashjoin"]]) {
    await client.query(`begin; ${dear.map((way) => `set local enable_${way} = off`).join("; ")}`);
    const plan = await planOf(client, text);
    await client.query("rollback");
    const wrongs = wrongsIn(plan, grown);
    if (wrongs.length === 0) return { wrongs, plan };
    if (told === null || wrongs.length < told.wrongs.length) told = { wrongs, plan };
  }
  return told!;
}

function wrongsIn(plan: PlanNode, { rows, partial, grows: least, many }: Grown): string[] {
  const wrongs: string[] = [];
  const visit = (node: PlanNode, limited: boolean): void => {
    const table = node["Relation Name"] === undefined ? null : `${node.Schema}.${node["Relation Name"]}`;
    const grows = table !== null && (rows.get(table) ?? 0) >= least;
    if (grows && node["Node Type"] === "Seq Scan") wrongs.push(`reads all of ${table}`);
    // Along an index from end to end: in order, but all of it where nothing stops it early.
    else if (grows && node["Node Type"].startsWith("Index") && node["Index Cond"] === undefined && !limited && !partial.has(node["Index Name"] ?? ""))
      wrongs.push(`reads all of ${table} along ${node["Index Name"]}`);
    const input = node.Plans?.[0]?.["Plan Rows"] ?? 0;
    if (node["Node Type"] === "Sort" && input >= many) wrongs.push(`sorts ${input} rows by ${node["Sort Key"]?.join(", ")}`);
    for (const inner of node.Plans ?? []) visit(inner, stopsEarly(node, inner, limited));
  };
  visit(plan, false);
  return [...new Set(wrongs)];
}

const passing = new Set(["Nested Loop", "Subquery Scan", "Result", "Append", "Merge Append", "Incremental Sort", "Memoize", "Unique", "LockRows", "ProjectSet"]);

/** Whether what reads from it may stop before the end: under a limit, or in a look for whether there is any. */
function stopsEarly(node: PlanNode, inner: PlanNode, limited: boolean): boolean {
  if (inner["Parent Relationship"] === "InitPlan" || inner["Parent Relationship"] === "SubPlan") return false;
  if (node["Node Type"] === "Limit") return true;
  return limited && passing.has(node["Node Type"]);
}

export function drawn(node: PlanNode, depth = 0): string {
  const at = [node["Relation Name"], node["Index Name"], node["Index Cond"], node.Filter?.slice(0, 160)].filter(Boolean).join(" · ");
  return `${"  ".repeat(depth)}${node["Node Type"]} (${node["Plan Rows"]}) ${at}\n${(node.Plans ?? []).map((p) => drawn(p, depth + 1)).join("")}`;
}
