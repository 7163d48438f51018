/** Why the embedded PostgreSQL can't start, in one sentence that says what to do. */
export class LaunchProblem extends Error {}
