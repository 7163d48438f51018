/** The record whose secret link somebody opened: they act on it as `bearer`. */
export interface Link {
  readonly entity: string;
  readonly id: string;
  /** The screen that it opens, signed in or not. */
  readonly screen: string;
}

export interface OpenedLink {
  readonly link: Link;
  readonly screen: string;
}

/** Who acts: a person with roles, nobody in particular, or the product itself. */
export type Actor =
  | {
      readonly kind: "person";
      readonly id: string;
      readonly name: string;
      readonly email: string;
      readonly roles: readonly string[];
      readonly owner: boolean;
      readonly link?: Link;
      readonly standsFor?: readonly { readonly id: string; readonly roles: readonly string[]; readonly owner: boolean }[];
    }
  | { readonly kind: "anyone"; readonly link?: Link }
  | { readonly kind: "system" };

/** Field values by JSON key, in the API's forms (decimals as strings, references as `{id}`, an id, or `{field: value}`). */
export type Values = Readonly<Record<string, unknown>>;
