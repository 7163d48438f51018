/** When the page has its first records, or will have none soon: until then, what is only beside them doesn't take connections from them. */
import { queryClient } from "./queries.ts";

const longestWait = 3_000;
const records = new Set<unknown>(["list", "record", "screen"]);

export const firstData = new Promise<void>((resolve) => {
  setTimeout(resolve, longestWait);
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && query.state.status === "success" && records.has(query.queryKey[0])) resolve();
  });
});
