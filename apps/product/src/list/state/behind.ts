/** The records behind a number, a chart or a cell, and the address of the list that shows them. */

/** The records behind a number or a chart of a dashboard, or behind a cell of a report, whose `label` is a JSON array. */
export interface Behind {
  readonly dashboard: string;
  readonly element?: string;
  readonly label?: string;
}

/** The keys of the address that belong to the screen; the others are parameters of the API. */
export const own = { columns: "_columns", group: "_group", sums: "_sums", page: "_page", dashboard: "_dashboard", element: "_element", label: "_label" } as const;

/** The address that opens the records behind a number, a group of a chart or a cell of a report. */
export function behindAddress(route: string, { dashboard, element, label }: Behind): string {
  return `${route}?${new URLSearchParams({ [own.dashboard]: dashboard, ...(element === undefined ? {} : { [own.element]: element }), ...(label === undefined ? {} : { [own.label]: label }) })}`;
}
