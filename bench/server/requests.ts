/** The kinds of request that are compared, in each side's own addresses; both sides are asked for the same records. */
import type { Client } from "pg";
import type { Shot } from "./load.ts";

export type Side = "nonet" | "written";
type Tokens = { readonly clerk: string; readonly borrower: string };
type Maker = (client: Client, side: Side, loans: number, tokens: Tokens) => Promise<() => Shot>;
export type Kind = keyof typeof requests;

const loanId = (n: number): string => `00000003-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
const any = (loans: number): string => loanId(1 + Math.floor(Math.random() * loans));
const categories = async (client: Client): Promise<string[]> => (await client.query("select id from hw.category order by name")).rows.map((row: { id: string }) => row.id);
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
const schema = (side: Side): string => (side === "nonet" ? "app" : "hw");

/** Own loans of one borrower in 2,000; made once, so that both sides list the same ones. */
async function own(client: Client, side: Side): Promise<void> {
  const column = side === "nonet" ? 'app."user"' : "hw.user";
  await client.query(
    `update ${schema(side)}.loan set borrower = (select id from ${column} where email = 'bo@example.test') where borrower = '00000001-0000-7000-8000-000000000005'`,
  );
}

let day = 0;
/** Free loans to create: far in the future, each on days of its own. */
const reservation = async (client: Client, side: Side, tokens: Tokens): Promise<() => Shot> => {
  const items = (await client.query(`select id from ${schema(side)}.item limit 500`)).rows.map((row: { id: string }) => row.id);
  return () => {
    const n = day++;
    const start = new Date(Date.UTC(2030, 0, 1) + Math.floor(n / items.length) * 86_400_000 * 3);
    const end = new Date(start.getTime() + 86_400_000);
    return {
      method: "POST",
      path: "/api/loans",
      token: tokens.clerk,
      body: { item: items[n % items.length], startDate: start.toISOString().slice(0, 10), endDate: end.toISOString().slice(0, 10), purpose: "Measuring" },
    };
  };
};

export const requests = {
  "read one, with references": async (_client, _side, loans, tokens) => () => ({ method: "GET", path: `/api/loans/${any(loans)}`, token: tokens.clerk }),
  "list 50, filtered, sorted, counted": async (client, side, _loans, tokens) => {
    const ids = await categories(client);
    return () => ({
      method: "GET",
      path: side === "nonet" ? `/api/loans?state=rejected&item.category=${pick(ids)}&sort=-startDate&limit=50&count=exact` : `/api/loans?state=rejected&category=${pick(ids)}`,
      token: tokens.clerk,
    });
  },
  "own records": async (client, side, _loans, tokens) => {
    await own(client, side);
    return () => ({ method: "GET", path: side === "nonet" ? "/api/loans?sort=-startDate&limit=50&count=exact" : "/api/loans?mine=1", token: tokens.borrower });
  },
  "text search": async (_client, side, loans, tokens) => () => {
    const search = `${Math.floor(Math.random() * loans)}`.padStart(5, "0");
    return {
      method: "GET",
      path: side === "nonet" ? `/api/loans?screen=Loans&search=${search}&sort=-startDate&limit=50&count=exact` : `/api/loans?search=${search}`,
      token: tokens.clerk,
    };
  },
  create: (client, side, _loans, tokens) => reservation(client, side, tokens),
  patch: async (_client, _side, loans, tokens) => () => ({
    method: "PATCH",
    path: `/api/loans/${any(loans)}`,
    token: tokens.clerk,
    body: { purpose: `Another purpose ${Math.random()}` },
    headers: { "if-match": "*" },
  }),
  // In the future: approved ones whose day is past would lapse at once, which is more than a transition.
  transition: async (client, side, loans, tokens) => {
    const ids = (
      await client.query(
        `update ${schema(side)}.loan set state = 'requested', start_date = start_date + 20000, end_date = end_date + 20000 where id in (select id from ${schema(side)}.loan where state in ('rejected', 'returned') and start_date < '2060-01-01' order by random() limit ${Math.min(36_000, Math.floor(loans / 6))}) returning id`,
      )
    ).rows.map((row: { id: string }) => row.id);
    return () => ({ method: "POST", path: `/api/loans/${ids.splice(Math.floor(Math.random() * ids.length), 1)[0] ?? "none"}/approve`, token: tokens.clerk, body: {} });
  },
} satisfies Record<string, Maker>;
