/** What is wrong with a folder or machine, in one sentence with the way out. */
export class LaunchProblem extends Error {}
