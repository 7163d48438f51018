/** The views that the studio can show beside the editor. */
export type Room = "product" | "preview" | "diagrams" | "versions";
