/**
 * One statement as `pg` sends it, with less work: its result is only the rows, and PostgreSQL doesn't describe the columns of
 * a prepared statement again that this connection has described before.
 */
import { type Query, type ReadRow, statementName } from "@nonet/database";
import pg from "pg";
import type { StatementMeter } from "../statistics/database-statistics.ts";
import type { Row } from "./contract.ts";

type Read = (text: string) => unknown;
interface Column {
  readonly name: string;
  readonly read: Read;
}
/** What `pg` passes to its own queries; its types don't declare these. */
interface Wire {
  readonly parsedStatements: Record<string, unknown>;
  bind(message: { portal: string; statement: string; values: readonly (string | null)[] }): void;
  execute(message: { portal: string; rows: number }): void;
  sync(): void;
}
interface Described {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

type Rows = Promise<readonly Row[]>;
type Settle = (error: unknown, rows: readonly Row[]) => void;

const json: readonly number[] = [114, 3802];
const asText: Read = (text) => text;

/** By connection and statement. */
const described = new WeakMap<object, Map<string, readonly Column[]>>();

function columnsOf(connection: object): Map<string, readonly Column[]> {
  let known = described.get(connection);
  if (!known) described.set(connection, (known = new Map()));
  return known;
}

class Statement {
  readonly #rows: Row[] = [];
  readonly #unread: boolean;
  readonly #readRow: ReadRow | undefined;
  #columns: readonly Column[] | undefined;
  #on: object | undefined;
  #failed: unknown;
  readonly text: string;
  readonly name: string;
  readonly values: readonly unknown[];
  readonly portal = "";
  readonly callback: Settle;

  constructor(query: Query, done: Settle) {
    this.text = query.text;
    this.name = query.name ?? (query.values.length > 0 ? statementName(query.text) : "");
    this.values = query.values;
    this.#unread = query.asText === true;
    this.#readRow = query.readRow;
    this.callback = done;
  }

  prepare(connection: Wire): void {
    if (this.execute(connection)) connection.sync();
    else Reflect.get(pg.Query.prototype, "prepare").call(this, connection);
  }

  /** Sends it where the connection has described it before; else false. */
  execute(connection: Wire): boolean {
    this.#on = connection;
    const known = this.isKnown(connection) ? columnsOf(connection).get(this.#key) : undefined;
    const values = known && plain(this.values);
    if (!known || !values) return false;
    this.#columns = known;
    connection.bind({ portal: "", statement: this.name, values });
    connection.execute({ portal: "", rows: 0 });
    return true;
  }

  isKnown(connection: Wire): boolean {
    return this.name !== "" && connection.parsedStatements[this.name] !== undefined && columnsOf(connection).has(this.#key);
  }

  /** The same statement may be read parsed or as text. */
  get #key(): string {
    return this.#unread ? `${this.name} unread` : this.name;
  }

  handleRowDescription({ fields }: Described): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: this.#unread && json.includes(dataTypeID) ? asText : (pg.types.getTypeParser(dataTypeID, "text") as Read),
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      if (this.#readRow) {
        const read = this.#readRow(fields);
        return void this.#rows.push(this.#unread ? read : { ...read, record: JSON.parse(read.record) as unknown });
      }
      const row: Record<string, unknown> = {};
      const columns = this.#columns!;
      for (let i = 0; i < fields.length; i++) row[columns[i]!.name] = fields[i] === null ? null : columns[i]!.read(fields[i]!);
      this.#rows.push(row);
    } catch (error) {
      this.#failed ??= error;
    }
  }

  handleCommandComplete(): void {
    // The result is the rows alone.
  }

  handleReadyForQuery(): void {
    if (this.name !== "" && this.#on) columnsOf(this.#on).set(this.#key, this.#columns ?? []);
    this.callback(this.#failed ?? null, this.#rows);
  }

  /** Forgets what it got from a transaction that was rolled back. */
  restart(): void {
    this.#rows.length = 0;
    this.#failed = undefined;
  }
}

/** Statements that PostgreSQL answers with one message: a sync for each would be a transaction and a write to the socket of its own. */
class Together {
  readonly #statements: readonly Statement[];
  readonly #again: (statement: Statement) => void;
  readonly #areReads: boolean;
  #at = 0;
  readonly callback = (): void => undefined;

  constructor(statements: readonly Statement[], areReads: boolean, again: (statement: Statement) => void) {
    this.#statements = statements;
    this.#areReads = areReads;
    this.#again = again;
  }

  submit(connection: Wire): null {
    for (const statement of this.#statements) statement.execute(connection);
    connection.sync();
    return null;
  }

  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void {
    this.#statements[this.#at]!.handleDataRow(message);
  }

  handleCommandComplete(): void {
    this.#at++;
  }

  /**
   * The reads before the one that failed have their rows; changes before it were rolled back with it. PostgreSQL has skipped
   * those behind it. All of these may be other people's, so they are sent again, each with a sync of its own. With the
   * connection all are lost.
   */
  handleError(error: unknown): void {
    const isOfOne = error instanceof pg.DatabaseError && error.severity === "ERROR";
    this.#statements.forEach((statement, i) => {
      if (i < this.#at && this.#areReads) statement.handleReadyForQuery();
      else if (i === this.#at || !isOfOne) statement.callback(error, []);
      else {
        statement.restart();
        this.#again(statement);
      }
    });
  }

  handleReadyForQuery(): void {
    for (const statement of this.#statements) statement.handleReadyForQuery();
  }
}

// For `pg` they are queries, with its protocol, but without an event emitter and a result object for each statement.
Object.setPrototypeOf(Statement.prototype, pg.Query.prototype as object);
Object.setPrototypeOf(Together.prototype, pg.Query.prototype as object);

/** As text and null; undefined where `pg` has to serialize a value. */
function plain(values: readonly unknown[]): readonly (string | null)[] | undefined {
  const written: (string | null)[] = [];
  for (const value of values) {
    if (value === null || value === undefined) written.push(null);
    else if (typeof value === "string") written.push(value);
    else if (typeof value === "number" || typeof value === "boolean") written.push(String(value));
    else return undefined;
  }
  return written;
}

/** The rows of one statement, sent once on a client. Errors: those of `pg`. */
export const sendOn = (client: pg.ClientBase, query: Query, meter: StatementMeter): Rows => {
  const { statement, rows } = statementOf(query, meter);
  client.query(statement as unknown as pg.Query);
  return rows;
};

/** The same for several, each with its own result. Reads are answered together. */
export function sendAllOn(client: pg.ClientBase, queries: readonly Query[], meter: StatementMeter): readonly Rows[] {
  return sendTogether(client, queries, meter, queries.every(isRead) ? "reads" : "apart");
}

/**
 * Changes of one statement each, as one transaction where the connection knows them all. Where one of them fails, or the
 * commit, all are rolled back, and the others are sent again as transactions of their own.
 */
export function sendChangesOn(client: pg.ClientBase, queries: readonly Query[], meter: StatementMeter): readonly Rows[] {
  return sendTogether(client, queries, meter, "changes");
}

function sendTogether(client: pg.ClientBase, queries: readonly Query[], meter: StatementMeter, as: "reads" | "changes" | "apart"): readonly Rows[] {
  const all = queries.map((query) => statementOf(query, meter));
  const { connection } = client as unknown as { readonly connection: Wire };
  const isTogether = queries.length > 1 && as !== "apart" && all.every(({ statement }) => statement.isKnown(connection) && plain(statement.values));
  const send = (one: Statement | Together): void => void client.query(one as unknown as pg.Query);
  const statements = all.map(({ statement }) => statement);
  if (isTogether) send(new Together(statements, as === "reads", send));
  else statements.forEach(send);
  return all.map(({ rows }) => rows);
}

const isRead = ({ startsPipeline, readRow }: Query): boolean => startsPipeline === true || readRow !== undefined;

function statementOf(query: Query, meter: StatementMeter): { readonly statement: Statement; readonly rows: Rows } {
  const answered = meter.sent(query.text);
  let settle!: Settle;
  const rows: Rows = new Promise((done, failed) => {
    settle = (error, found) => {
      answered();
      if (error) failed(error as Error);
      else done(found);
    };
  });
  return { statement: new Statement(query, settle), rows };
}
