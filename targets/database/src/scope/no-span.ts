/** The span of expressions that are generated and stand in no document. */
export const noSpan = { file: 0, from: 0, to: 0 };
