/** The name of an example in the list of uses. */
import type { Story } from "./example-scope.ts";

export const whatOf = (story: Story): string => `example "${story.title}"`;
