/** Says in one sentence why the database can't be opened and what to do: a person's mistake, not ours. */
export class LaunchRefused extends Error {}
