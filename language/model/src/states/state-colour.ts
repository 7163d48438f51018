/** The colours in which screens show states. Each has a light and a dark form with enough contrast. */
export const stateColours = ["grey", "blue", "amber", "green", "red", "teal", "purple", "pink"] as const;

export type StateColour = (typeof stateColours)[number];
