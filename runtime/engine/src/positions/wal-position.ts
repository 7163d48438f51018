/** Positions in PostgreSQL's write-ahead log, as numbers, as PostgreSQL writes them and as clients get them. */
import { type Query, system } from "@nonet/database";

type Row = Readonly<Record<string, unknown>>;

interface Connection {
  row(query: Query): Promise<Row | undefined>;
}

/** From PostgreSQL's form (`16/B374D848`). */
export function positionOf(text: string): bigint {
  const [high, low] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** 16 hexadecimal digits: the later of two positions is the greater text. */
export const textOfPosition = (position: bigint): string => position.toString(16).padStart(16, "0");

/** Null for what isn't the text of a position. */
export const readPosition = (text: string): bigint | null => (/^[0-9a-f]{16}$/i.test(text) ? BigInt(`0x${text}`) : null);

export const later = (one: bigint, other: bigint): bigint => (one > other ? one : other);

export const positionOfRow = (row: Row | undefined): bigint | null => {
  const text = row?.["position"] as string | null | undefined;
  return text ? positionOf(text) : null;
};

/** The primary's position now. */
export const currentPosition = async (connection: Connection): Promise<bigint> => positionOfRow(await connection.row(system.position)) ?? 0n;

/** The latest position that this process has seen after a commit of its own. */
export interface Commits {
  readonly position: bigint;
  saw(position: bigint): void;
}

export function trackCommits(): Commits {
  let position = 0n;
  return {
    get position() {
      return position;
    },
    saw: (next) => void (position = later(position, next)),
  };
}
