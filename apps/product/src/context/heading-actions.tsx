/** What can be done on a page, beside its heading: buttons, which on a narrow screen stand in one menu behind the next step. */
import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { createContext, use, useState, type MouseEventHandler, type ReactNode } from "react";

type Dialog = (close: () => void) => ReactNode;

/** Draws a dialog beside the menu, which closes when an action of it is chosen; null outside of a menu. */
const Menus = createContext<((dialog: Dialog) => void) | null>(null);

/** Whether what is drawn stands in the menu. */
export const useInMenu = (): boolean => use(Menus) !== null;

/** A dialog that an action opens. `drawn` stands beside the action. */
export function useActionDialog(dialog: Dialog): { open(): void; readonly drawn: ReactNode } {
  const openByMenu = use(Menus);
  const [opened, setOpened] = useState(false);
  if (openByMenu) return { open: () => openByMenu(dialog), drawn: null };
  return { open: () => setOpened(true), drawn: opened ? dialog(() => setOpened(false)) : null };
}

interface HeadingActionProps {
  readonly children: ReactNode;
  /** `stops`: ends or deletes the record. `quiet`: rarely what somebody is here for. */
  readonly kind?: "next" | "stops" | "quiet";
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  readonly title?: string;
  readonly onClick: MouseEventHandler<HTMLButtonElement>;
}

const lookOf = {
  next: { variant: "filled" },
  stops: { variant: "subtle", color: "red" },
  quiet: { variant: "subtle", color: "gray" },
  other: { variant: "default" },
};

export function HeadingAction({ children, kind, icon, ...rest }: HeadingActionProps) {
  const section = icon === undefined ? {} : { leftSection: icon };
  if (useInMenu())
    return (
      <Menu.Item {...rest} {...section} {...(kind === "stops" ? { className: "dangerous-item" } : {})}>
        {children}
      </Menu.Item>
    );
  return (
    <Button {...rest} {...section} {...lookOf[kind ?? "other"]}>
      {children}
    </Button>
  );
}

export function HeadingMenu({ label, children }: { label: string; children: ReactNode }) {
  const [dialog, setDialog] = useState<{ readonly draw: Dialog } | null>(null);
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menus value={(draw) => setDialog({ draw })}>{children}</Menus>
        </Menu.Dropdown>
      </Menu>
      {dialog?.draw(() => setDialog(null))}
    </>
  );
}
