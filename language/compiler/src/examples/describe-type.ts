import type { Story } from "./example-scope.ts";

export const whatOf = (story: Story): string => `example "${story.title}"`;
