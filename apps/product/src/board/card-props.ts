/** What a card of a board is drawn from. */
import type { EntityData, ScreenData } from "@nonet/screens";
import type { Row } from "../api/queries.ts";
import type { BoardColumn } from "./board-columns.ts";

export interface CardProps {
  readonly row: Row;
  readonly body: Extract<ScreenData["body"], { kind: "board" }>;
  readonly columns: readonly BoardColumn[];
  readonly entity: EntityData;
  move(row: Row, column: BoardColumn): Promise<void>;
}
