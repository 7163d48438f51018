/** A checkbox in a menu of a list: large enough for a finger (WCAG 2.2, 2.5.8), with its label in the size of the menu. */
import { Checkbox, type CheckboxProps } from "@mantine/core";

const styles = { body: { alignItems: "center" }, label: { fontSize: "var(--mantine-font-size-sm)" } };

export const MenuCheckbox = (props: CheckboxProps) => <Checkbox size="md" styles={styles} {...props} />;
