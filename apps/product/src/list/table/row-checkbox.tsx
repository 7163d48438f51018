/** The box that selects a row: the look of the library's, without its seven components for each row. */
import { Checkbox, CheckIcon } from "@mantine/core";
import type { CSSProperties } from "react";

const { classes } = Checkbox;
const radius = { "--checkbox-radius": "var(--mantine-radius-sm)" } as CSSProperties;

export function RowCheckbox({ label, checked, onChange }: { label: string; checked: boolean; onChange(): void }) {
  return (
    <div className={classes["root"]} data-variant="filled" style={radius}>
      <div className={classes["inner"]}>
        <input
          type="checkbox"
          className={`mantine-focus-auto mantine-Checkbox-input ${classes["input"]}`}
          data-variant="filled"
          aria-label={label}
          checked={checked}
          onChange={onChange}
        />
        <CheckIcon className={classes["icon"]!} />
      </div>
    </div>
  );
}
