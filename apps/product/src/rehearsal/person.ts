/** One of the rehearsal's people. */

export interface RehearsalPerson {
  readonly email: string;
  readonly name: string;
  readonly role: string;
}

export const personLabel = ({ name, role }: RehearsalPerson): string => (name.includes(role) ? name : `${name} (${role})`);
