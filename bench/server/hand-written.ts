/**
 * The Equipment Desk's API as a careful developer writes it by hand: Fastify, pg, one query where one will do,
 * prepared statements, the rules in code and constraints. What the benchmark measures Nonet against: the same records with
 * all their fields, the same rules and limits, the same mails, and an index for each order that the screens offer.
 */
import Fastify from "fastify";
import { createHash, randomUUID } from "node:crypto";
import { Client, Pool, type PoolClient } from "pg";

const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: 16 });
// A database that goes away ends this server with the measuring, without a word.
pool.on("error", () => process.exit(0));
// Single statements share a few connections and are pipelined on them, which is faster than a connection for each request.
const lanes = await Promise.all(
  [0, 1, 2, 3].map(async () => {
    const client = new Client({ connectionString: process.env["DATABASE_URL"], pipeline: true });
    client.on("error", () => process.exit(0));
    await client.connect();
    return client;
  }),
);
let turn = 0;
const lane = (): Client => lanes[(turn = (turn + 1) % lanes.length)]!;
const app = Fastify();

interface Person {
  readonly id: string;
  readonly roles: readonly string[];
}

/** As in desk.md: high, so that one borrower can be measured. */
const mostOpenLoans = 1_000_000;
const longestLoan = 14;
const refuse = (status: number, code: string, detail: string): Error => Object.assign(new Error(detail), { statusCode: status, code });
const named = async (name: string, text: string, values: readonly unknown[], on: Client | Pool | PoolClient = lane()): Promise<Record<string, unknown>[]> =>
  (await on.query({ name, text, values: [...values] })).rows;

const minute = { began: 0, asked: new Map<string, number>() };
/** As in desk.md. */
const mostRequests = 100_000_000;

function count(person: string): void {
  const now = Math.floor(Date.now() / 60_000);
  if (now !== minute.began) {
    minute.began = now;
    minute.asked.clear();
  }
  const asked = (minute.asked.get(person) ?? 0) + 1;
  if (asked > mostRequests) throw refuse(429, "too-many-requests", "Too many requests; wait a minute.");
  minute.asked.set(person, asked);
}

async function asker(header: string | undefined): Promise<Person> {
  const token = header?.replace(/^Bearer /, "") ?? "";
  const [row] = await named(
    "session",
    "select u.id, array(select role from hw.user_role r where r.user_id = u.id) as roles from hw.session s join hw.user u on u.id = s.user_id where s.token_hash = $1 and s.expires_at > now() and u.active",
    [createHash("sha256").update(token).digest("hex")],
  );
  if (!row) throw refuse(401, "not-signed-in", "Sign in first.");
  count(row["id"] as string);
  return row as unknown as Person;
}

const isClerk = (person: Person): boolean => person.roles.includes("Clerk") || person.roles.includes("Manager");
const columns = `l.id, l.version, l.number, l.state, l.created_at, l.updated_at, json_build_object('id', i.id, 'shownAs', i.name || ' (' || i.code || ')') as item, json_build_object('id', u.id, 'shownAs', u.name) as borrower,
  l.start_date::text as "startDate", l.end_date::text as "endDate", l.purpose, l.end_date - l.start_date + 1 as days, (i.daily_fee * (l.end_date - l.start_date + 1))::numeric(14,2)::text as fee, i.deposit::text as deposit, l.condition, l.damage_notes as "damageNotes", l.handed_out_at as "handedOutAt", l.charge, l.paid_on::text as "paidOn",
  case when c.id is not null then json_build_object('id', c.id, 'shownAs', c.name) end as "createdBy",
  case when cardinality(l.photos) > 0 then (select json_agg(json_build_object('id', f.id, 'name', f.name)) from hw.file f where f.id = any(l.photos)) else '[]' end as photos`;
const from = "hw.loan l join hw.item i on i.id = l.item join hw.user u on u.id = l.borrower left join hw.user c on c.id = l.created_by";

app.get<{ Params: { id: string } }>("/api/loans/:id", async (request, reply) => {
  const me = await asker(request.headers.authorization);
  const [row] = await named("one", `select ${columns} from ${from} where l.id = $1 and ($2 or l.borrower = $3)`, [request.params.id, isClerk(me), me.id]);
  if (!row) throw refuse(404, "not-found", "There is no such loan.");
  void reply.header("etag", `"${String(row["version"])}"`);
  return row;
});

/** The orders that the screens offer. */
const orders: Readonly<Record<string, string>> = {
  startDate: "l.start_date, l.id",
  "-startDate": "l.start_date desc, l.id desc",
  endDate: "l.end_date, l.id",
  "-endDate": "l.end_date desc, l.id desc",
  number: "l.number",
  "-number": "l.number desc",
  state: "l.state, l.start_date, l.id",
  "-state": "l.state desc, l.start_date desc, l.id desc",
};

app.get<{ Querystring: { state?: string; category?: string; mine?: string; search?: string; sort?: string } }>("/api/loans", async (request) => {
  const me = await asker(request.headers.authorization);
  const { state, category, mine, search, sort = "-startDate" } = request.query;
  const order = orders[sort];
  if (order === undefined) throw refuse(400, "unknown-field", "There is no such order.");
  const values: unknown[] = [];
  const put = (value: unknown): string => `$${values.push(value)}`;
  const where = [
    ...(isClerk(me) && mine === undefined ? [] : [`l.borrower = ${put(me.id)}`]),
    ...(state === undefined ? [] : [`l.state = ${put(state)}`]),
    ...(category === undefined ? [] : [`i.category = ${put(category)}`]),
    ...(search === undefined
      ? []
      : [
          `l.id = any(array(select id from hw.loan where number ilike ${put(`%${search}%`)} union all select id from hw.loan where item in (select id from hw.item where name ilike ${put(`%${search}%`)}) union all select id from hw.loan where borrower in (select id from hw.user where name ilike ${put(`%${search}%`)})))`,
        ]),
  ];
  const text = where.length ? `where ${where.join(" and ")}` : "";
  const key = [mine, state && "s", category && "c", search && "q", isClerk(me), sort].join();
  const [items, counted] = await Promise.all([
    named(`list ${key}`, `select ${columns} from ${from} ${text} order by ${order} limit 50`, values),
    named(`count ${key}`, `select count(*)::int as n from hw.loan l ${category === undefined ? "" : "join hw.item i on i.id = l.item"} ${text}`, values),
  ]);
  return { items, next: null, count: counted[0]!["n"] };
});

interface Loan {
  readonly item: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly purpose?: string;
}

app.post<{ Body: Loan }>("/api/loans", async (request, reply) => {
  const me = await asker(request.headers.authorization);
  const { item, startDate, endDate, purpose } = request.body;
  if (!item || !/^\d{4}-\d\d-\d\d$/.test(startDate) || !/^\d{4}-\d\d-\d\d$/.test(endDate)) throw refuse(422, "required", "item, startDate and endDate are required.");
  if (endDate < startDate) throw refuse(422, "DATES_REVERSED", "The end date is before the start date.");
  if (startDate < new Date().toISOString().slice(0, 10)) throw refuse(422, "STARTS_IN_PAST", "A loan can't start in the past.");
  if ((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000 + 1 > longestLoan) throw refuse(422, "TOO_LONG", `${longestLoan} days is the most.`);
  const id = await inTransaction(async (client) => {
    await named("lock me", "select 1 from hw.user where id = $1 for update", [me.id], client);
    const [open] = await named("open", "select count(*)::int as n from hw.loan where borrower = $1 and state in ('requested', 'approved', 'out')", [me.id], client);
    if (Number(open!["n"]) >= mostOpenLoans) throw refuse(409, "TOO_MANY_LOANS", "You have too many open loans already.");
    const [lent] = await named("retired", "select retired from hw.item where id = $1", [item], client);
    if (!lent || lent["retired"]) throw refuse(409, "ITEM_RETIRED", "The item is no longer lent.");
    const [counter] = await named("counter", "update hw.counter set value = value + 1 where key = 'loan' returning value", [], client);
    const made = randomUUID();
    await named(
      "insert",
      "insert into hw.loan (id, number, item, borrower, start_date, end_date, purpose, state, created_by) values ($1, $2, $3, $4, $5, $6, $7, 'requested', $4)",
      [made, `LN-2026-${String(counter!["value"]).padStart(5, "0")}`, item, me.id, startDate, endDate, purpose ?? null],
      client,
    );
    await history(client, me, made, "create", null, request.body);
    return made;
  });
  void reply.status(201);
  return (await named("made", `select ${columns} from ${from} where l.id = $1`, [id]))[0];
});

app.patch<{ Params: { id: string }; Body: { purpose?: string } }>("/api/loans/:id", async (request) => {
  const me = await asker(request.headers.authorization);
  await inTransaction(async (client) => {
    const [old] = await named("lock", "select * from hw.loan where id = $1 for update", [request.params.id], client);
    if (!old || (!isClerk(me) && old["borrower"] !== me.id)) throw refuse(404, "not-found", "There is no such loan.");
    const wanted = request.headers["if-match"];
    if (wanted !== undefined && wanted !== "*" && wanted !== `"${String(old["version"])}"`) throw refuse(412, "changed-meanwhile", "Somebody changed it meanwhile.");
    if (!isClerk(me) && old["state"] !== "requested") throw refuse(403, "not-permitted", "Only requested loans can be changed.");
    await named("patch", "update hw.loan set purpose = $2, version = version + 1, updated_at = now() where id = $1", [request.params.id, request.body.purpose ?? null], client);
    await history(client, me, request.params.id, "update", { purpose: old["purpose"] }, request.body);
  });
  return (await named("made", `select ${columns} from ${from} where l.id = $1`, [request.params.id]))[0];
});

/** What the mail says is fixed by what the loan is when it is approved. */
const approved = `insert into hw.outbox (id, call, record_id, due_at, mail) select $1, 'Loan approved', l.id, now(), jsonb_build_object('to', u.email, 'subject', 'Your loan ' || l.number || ' is approved',
  'body', 'Hello ' || u.name || ', ' || i.name || ' is ready for you on ' || to_char(l.start_date, 'FMDD FMMonth YYYY') || '.') from ${from} where l.id = $2`;

app.post<{ Params: { id: string } }>("/api/loans/:id/approve", async (request) => {
  const me = await asker(request.headers.authorization);
  if (!isClerk(me)) throw refuse(403, "not-permitted", "Only a clerk approves.");
  await inTransaction(async (client) => {
    const [old] = await named("lock", "select * from hw.loan where id = $1 for update", [request.params.id], client);
    if (!old) throw refuse(404, "not-found", "There is no such loan.");
    if (old["state"] !== "requested") throw refuse(409, "wrong-state", "It isn't requested.");
    await named("approve", "update hw.loan set state = 'approved', version = version + 1, updated_at = now() where id = $1", [request.params.id], client);
    await history(client, me, request.params.id, "Approve", { state: "requested" }, { state: "approved" });
    mailsWait = true;
    await named("mail", approved, [randomUUID(), request.params.id], client);
  });
  return (await named("made", `select ${columns} from ${from} where l.id = $1`, [request.params.id]))[0];
});

let mailsWait = false;
/** Neither side has a mail server: what would leave is claimed and noted as failed, a few times a second. */
setInterval(() => {
  if (!mailsWait) return;
  mailsWait = false;
  void named(
    "claim",
    "update hw.outbox set status = 'failed', answer = $1 where id in (select id from hw.outbox where status = 'waiting' order by due_at limit 200 for update skip locked)",
    [JSON.stringify({ why: "No mail server is set." })],
  );
}, 50);

const history = (client: PoolClient, me: Person, id: string, action: string, before: unknown, after: unknown): Promise<unknown> =>
  named("history", "insert into hw.history (record_id, by, action, before, after) values ($1, $2, $3, $4, $5)", [id, me.id, action, before, after], client);

async function inTransaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const done = await work(client);
    await client.query("commit");
    return done;
  } catch (error) {
    await client.query("rollback");
    if ((error as { code?: string }).code === "23P01") throw refuse(409, "ITEM_TAKEN", "The item is already taken in those days.");
    throw error;
  } finally {
    client.release();
  }
}

console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
