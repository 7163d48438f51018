/** What every control of a field takes. */
import type { MantineSize } from "@mantine/core";
import type { FieldData } from "@nonet/screens";

export interface ControlProps {
  readonly field: FieldData;
  readonly value: unknown;
  readonly error?: React.ReactNode;
  readonly size?: MantineSize;
  /** Errors of parts by path beneath this field (`0/price`). */
  readonly partErrors?: Readonly<Record<string, React.ReactNode>>;
  /** The other values of the same record: a currency beside its money. */
  readonly beside?: Readonly<Record<string, unknown>>;
  onChange(value: unknown): void;
}

/** What a control hands on to the Mantine input that it draws. */
export interface Shared {
  readonly label: React.ReactNode;
  readonly required: boolean;
  readonly error?: React.ReactNode;
  readonly size: MantineSize;
}
