/** What a PostgreSQL database says about itself: the rows of its catalogue, as the reader sends them. */

export interface PostgresFacts {
  readonly database: readonly { readonly name: string; readonly comment: string | null; readonly version: string }[];
  readonly schemas: readonly { readonly name: string; readonly comment: string | null }[];
  readonly tables: readonly TableFacts[];
  readonly columns: readonly ColumnFacts[];
  readonly types: readonly TypeFacts[];
  readonly constraints: readonly ConstraintFacts[];
  readonly indexes: readonly IndexFacts[];
  readonly functions: readonly {
    readonly schema: string;
    readonly name: string;
    readonly arguments: string;
    readonly kind: string;
    readonly definition: string | null;
    readonly comment: string | null;
  }[];
  readonly triggers: readonly { readonly table: string; readonly name: string; readonly definition: string; readonly inherited: boolean; readonly comment: string | null }[];
  readonly policies: readonly PolicyFacts[];
  readonly grants: readonly { readonly what: string; readonly name: string; readonly grantee: string; readonly privileges: readonly string[] }[];
  readonly sequences: readonly { readonly schema: string; readonly name: string; readonly start: number; readonly increment: number; readonly comment: string | null }[];
  readonly extensions: readonly { readonly name: string; readonly version: string }[];
  readonly others: readonly { readonly kind: string; readonly name: string; readonly definition: string | null }[];
}

export interface TableFacts {
  readonly oid: string;
  readonly schema: string;
  readonly name: string;
  /** r table, p partitioned table, v view, m materialized view, f foreign table. */
  readonly kind: "r" | "p" | "v" | "m" | "f";
  readonly isPartition: boolean;
  readonly rowSecurity: boolean;
  readonly comment: string | null;
  readonly parents: readonly string[] | null;
  readonly partitionKey: string | null;
  readonly partitionBound: string | null;
  readonly definition: string | null;
}

export interface ColumnFacts {
  readonly table: string;
  readonly number: number;
  readonly name: string;
  readonly required: boolean;
  readonly identity: boolean;
  readonly generated: boolean;
  readonly default: string | null;
  readonly comment: string | null;
  readonly typeText: string;
  readonly type: string;
  readonly modifier: number;
}

export interface TypeFacts {
  readonly oid: string;
  readonly schema: string;
  readonly name: string;
  /** b base, e enum, d domain, r range, c composite, m multirange. */
  readonly kind: string;
  readonly category: string;
  readonly element: string;
  readonly base: string;
  readonly modifier: number;
  readonly required: boolean;
  readonly default: string | null;
  readonly baseText: string | null;
  readonly labels: readonly string[] | null;
  readonly comment: string | null;
  /** Somebody has made it, and it isn't the type of a table's rows. */
  readonly isObject: boolean;
}

export interface ConstraintFacts {
  readonly name: string;
  /** p primary key, u unique, f foreign key, c check, x exclusion. */
  readonly kind: "p" | "u" | "f" | "c" | "x";
  readonly table: string;
  readonly type: string;
  readonly columns: readonly number[] | null;
  readonly target: string;
  readonly targetColumns: readonly number[] | null;
  /** a no action, r restrict, c cascade, n set null, d set default. */
  readonly onDelete: string;
  readonly definition: string;
  readonly expression: string | null;
  readonly inherited: boolean;
  readonly comment: string | null;
}

export interface IndexFacts {
  readonly table: string;
  readonly name: string;
  readonly unique: boolean;
  readonly definition: string;
  /** 0 for an expression. */
  readonly columns: readonly number[];
  readonly keys: number;
  readonly predicate: string | null;
  readonly inherited: boolean;
  readonly comment: string | null;
}

export interface PolicyFacts {
  readonly table: string;
  readonly name: string;
  readonly command: string;
  readonly permissive: boolean;
  readonly roles: readonly string[];
  readonly using: string | null;
  readonly check: string | null;
  readonly comment: string | null;
}
