/** The page of the record whose secret link the visitor opened. */
import { Skeleton } from "@mantine/core";
import type { ScreenData } from "@nonet/screens";
import { blockingError, useScreenValues } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { Refusal } from "../problem/problem-alert.tsx";
import { RecordScreen } from "./record-screen.tsx";

export function LinkedRecordScreen({ screen, body }: { screen: ScreenData; body: Extract<ScreenData["body"], { kind: "record" }> }) {
  const values = useScreenValues(screen.name);
  if (blockingError(values)) return <Refusal problem={asProblem(values.error)} retry={() => void values.refetch()} />;
  return values.data?.kind === "record" ? <RecordScreen screen={screen} body={body} id={values.data.id} /> : <Skeleton height={220} />;
}
