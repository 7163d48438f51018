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
  readonly callback: (error: unknown, rows: readonly Row[]) => void;

  constructor(query: Query, done: (error: unknown, rows: readonly Row[]) => void) {
    this.text = query.text;
    this.name = query.name ?? (query.values.length > 0 ? statementName(query.text) : "");
    this.values = query.values;
    this.#unread = query.asText === true;
    this.#readRow = query.readRow;
    this.callback = done;
  }

  prepare(connection: Wire): void {
    this.#on = connection;
    const known = this.name !== "" && connection.parsedStatements[this.name] !== undefined ? columnsOf(connection).get(this.#key) : undefined;
    const values = known && plain(this.values);
    if (!known || !values) return Reflect.get(pg.Query.prototype, "prepare").call(this, connection) as void;
    this.#columns = known;
    connection.bind({ portal: "", statement: this.name, values });
    connection.execute({ portal: "", rows: 0 });
    connection.sync();
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
}

// For `pg` it is a query, with its protocol, but without an event emitter and a result object for each statement.
Object.setPrototypeOf(Statement.prototype, pg.Query.prototype as object);

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
export const sendOn = (client: pg.ClientBase, query: Query, meter: StatementMeter): Promise<readonly Row[]> =>
  new Promise((done, failed) => {
    const answered = meter.sent(query.text);
    const statement = new Statement(query, (error, rows) => {
      answered();
      if (error) failed(error as Error);
      else done(rows);
    });
    client.query(statement as unknown as pg.Query);
  });
