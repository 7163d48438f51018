/** The Owner's actions on a person's account and data. */
import { ActionIcon, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDots, IconDownload, IconEraser, IconEye, IconLogout, IconMail, IconShieldOff } from "@tabler/icons-react";
import { useState } from "react";
import { request } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { attemptWithConfirmation } from "../problem/confirm-warnings.ts";
import { downloadLink } from "../problem/download-link.ts";
import { notifyRefusal } from "../problem/problem-alert.tsx";
import { SupportDialog } from "./support-dialog.tsx";
import { ask } from "../question/ask.ts";
import { t } from "../texts/texts.ts";

interface Person {
  readonly id: string;
  readonly name: string;
  readonly owner: boolean;
  readonly active: boolean;
  readonly secondFactor: boolean;
  readonly invitedUntil: string | null;
}

interface Invitation {
  readonly mailed: boolean;
  readonly link: string | null;
}

export function PersonMenu({ person, onChanged, onInvited }: { person: Person; onChanged(): void; onInvited(invitation: Invitation): void }) {
  const [acting, setActing] = useState(false);
  const { id, name } = person;
  const { signOut, invite, resetFactor, erase } = usePersonActions(person, { onChanged, onInvited });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t("actions-for-name", { name })}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {person.invitedUntil ? (
            <Menu.Item leftSection={<IconMail size={16} />} onClick={() => void invite()}>
              {t("send-invitation-again")}
            </Menu.Item>
          ) : null}
          {person.owner || !person.active ? null : (
            <Menu.Item leftSection={<IconEye size={16} />} onClick={() => setActing(true)}>
              {t("see-as-name", { name })}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
            {t("sign-out-everywhere")}
          </Menu.Item>
          {person.secondFactor ? (
            <Menu.Item leftSection={<IconShieldOff size={16} />} onClick={() => void resetFactor()}>
              {t("remove-second-factor")}
            </Menu.Item>
          ) : null}
          <Menu.Item component="a" {...downloadLink(`/api/-/people/${id}/data`, name)} leftSection={<IconDownload size={16} />}>
            {t("download-data")}
          </Menu.Item>
          {person.owner ? null : (
            <Menu.Item className="dangerous-item" leftSection={<IconEraser size={16} />} onClick={() => void erase()}>
              {t("erase-data")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <SupportDialog id={id} name={name} opened={acting} onClose={() => setActing(false)} />
    </>
  );
}

function usePersonActions({ id, name }: Person, { onChanged, onInvited }: { onChanged(): void; onInvited(invitation: Invitation): void }) {
  const { product } = useProductContext();
  const post = async <T,>(action: string, message: string): Promise<T | undefined> => {
    try {
      const response = await request<T>(`/api/-/people/${id}/${action}`, { method: "POST", body: {} });
      if (message) notifications.show({ message, color: "product" });
      onChanged();
      return response;
    } catch (error) {
      notifyRefusal(name, error);
      return undefined;
    }
  };
  const invite = async () => {
    const invitation = await post<Invitation>("invitation", "");
    if (invitation) onInvited(invitation);
  };
  const resetFactor = async () => {
    const text = t("only-if-name-asked-for-it", { name });
    if (await ask({ title: t("remove-the-second-factor-and-the-passkeys", { name }), text, yes: t("remove-second-factor"), dangerous: true }))
      void post("reset-second-factor", t("name-has-no-second-factor-any-more", { name }));
  };
  const erase = async () => {
    const text = t("this-deletes-the-account-and-personal-data");
    if (!(await ask({ title: t("erase-all-data-about-name", { name }), text, yes: t("erase-data"), dangerous: true }))) return;
    const erased = await attemptWithConfirmation(name, product.files, (query) => request<{ records: number }>(`/api/-/people/${id}/erase${query}`, { method: "POST" }));
    if (!erased) return;
    notifications.show({ message: t("the-data-was-erased", { name, records: erased.records }), color: "product" });
    onChanged();
  };
  return { signOut: () => post("sign-out", t("name-is-signed-out-everywhere", { name })), invite, resetFactor, erase };
}
