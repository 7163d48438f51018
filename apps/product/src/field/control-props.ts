/** Props of the controls that edit a field. */
import type { MantineSize } from "@mantine/core";
import type { FieldData } from "@nonet/screens";

export interface ControlProps {
  readonly field: FieldData;
  readonly value: unknown;
  readonly error?: React.ReactNode;
  readonly size?: MantineSize;
  /** Errors of parts, by path relative to this field (`0/price`). */
  readonly partErrors?: Readonly<Record<string, React.ReactNode>>;
  /** The other values of the same record, such as the currency of an amount. */
  readonly recordValues?: Readonly<Record<string, unknown>>;
  onChange(value: unknown): void;
}

/** Props that a control passes on to its Mantine input. */
export interface Shared {
  readonly label: React.ReactNode;
  readonly required: boolean;
  readonly error?: React.ReactNode;
  readonly size: MantineSize;
}
