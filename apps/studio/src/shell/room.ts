/** What stands beside the editor. */
export type Room = "product" | "preview" | "diagrams" | "versions";
