/** Where the pages of a preview begin. No screen has such a route, and the front end knows from its address that it shows a preview. */
export const previewBase = "/-/preview";

/** The header with which the product shows that it has checked the actor. */
export const previewKey = "nonet-preview";
