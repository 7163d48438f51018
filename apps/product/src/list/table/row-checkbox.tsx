/** The box that selects a row: the look of the library's, without its seven components for each row. */
import { Checkbox, CheckIcon } from "@mantine/core";
import type { CSSProperties } from "react";

const { classes } = Checkbox;
/** `classes.root` is that of the component around the box; these stand in a class of the library's that it doesn't name. */
const look = {
  "--checkbox-size": "20px",
  "--checkbox-radius": "var(--mantine-radius-sm)",
  "--checkbox-color": "var(--mantine-primary-color-filled)",
  "--checkbox-icon-color": "var(--mantine-color-white)",
} as CSSProperties;

export function RowCheckbox({ label, checked, onChange }: { label: string; checked: boolean; onChange(): void }) {
  return (
    <div className={classes["root"]} data-variant="filled" style={look}>
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
