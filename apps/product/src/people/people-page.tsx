/** The Owner's People page: people, their roles, and invitations. */
import { Alert, Badge, Button, Code, CopyButton, Group, Modal, MultiSelect, Stack, Switch, Table, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { itemsIn } from "../api/items-in.ts";
import { queryClient } from "../api/queries.ts";
import { asProblem, request, type Problem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { confirmQuery, attemptWithConfirmation } from "../problem/confirm-warnings.ts";
import { ProblemAlert, Refusal } from "../problem/problem-alert.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly active: boolean;
  readonly owner: boolean;
  readonly secondFactor: boolean;
  /** The end of an invitation that wasn't accepted yet. */
  readonly invitedUntil: string | null;
}

export interface SentInvitation {
  readonly mailed: boolean;
  readonly link: string | null;
}

const address = "/api/people";
const refresh = () => queryClient.invalidateQueries({ queryKey: ["people"] });

export function PeoplePage() {
  const { product } = useProductContext();
  const people = useQuery({ queryKey: ["people"], queryFn: async () => itemsIn<Person>(await request(address)) });
  const [inviting, setInviting] = useState(false);
  const [sent, setSent] = useState<{ readonly email: string; readonly invitation: SentInvitation } | null>(null);
  const change = async (person: Person, body: Partial<Person>) => {
    // Updates the page at once, and reloads after the response.
    queryClient.setQueryData<readonly Person[]>(["people"], (all) => all?.map((p) => (p.id === person.id ? { ...p, ...body } : p)));
    await attemptWithConfirmation(person.name, product.files, (query) => request(`${address}/${person.id}${query}`, { method: "PATCH", body, ifMatch: "*" }));
    await refresh();
  };
  return (
    <>
      <Heading title={t("people")} screen={null}>
        <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
          {t("invite")}
        </Button>
      </Heading>
      {sent ? <InvitationSent {...sent} onClose={() => setSent(null)} /> : null}
      {people.error ? <Refusal problem={asProblem(people.error)} /> : null}
      <Table.ScrollContainer minWidth={640} type="native" className="card stacked" tabIndex={0} role="region" aria-label={t("people")}>
        <Table verticalSpacing="sm" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("name")}</Table.Th>
              <Table.Th>{t("email")}</Table.Th>
              {product.roles.length > 0 ? <Table.Th w={320}>{t("roles")}</Table.Th> : null}
              <Table.Th>{t("active")}</Table.Th>
              <Table.Th>
                <VisuallyHidden>{t("actions")}</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(people.data ?? []).map((p) => (
              <PersonRow key={p.id} person={p} onChange={(body) => void change(p, body)} onInvited={(invitation) => setSent({ email: p.email, invitation })} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {product.roles.length === 0 ? (
        <Text size="sm" c="dimmed" mt="sm">
          {t("the-document-doesnt-define-any-roles-yet")}
        </Text>
      ) : null}
      <Modal opened={inviting} onClose={() => setInviting(false)} title={t("invite-a-person")}>
        <Invite
          onDone={(email, invitation) => {
            setInviting(false);
            setSent({ email, invitation });
            void refresh();
          }}
          roles={product.roles}
        />
      </Modal>
    </>
  );
}

function PersonRow({ person, onChange, onInvited }: { person: Person; onChange(body: Partial<Person>): void; onInvited(invitation: SentInvitation): void }) {
  const { product } = useProductContext();
  return (
    <Table.Tr>
      <Table.Td>
        <bdi>{person.name}</bdi>{" "}
        {person.owner ? (
          <Badge variant="default" tt="none">
            {t("owner")}
          </Badge>
        ) : null}{" "}
        {person.secondFactor ? (
          <Badge variant="light" tt="none">
            {t("second-factor")}
          </Badge>
        ) : null}{" "}
        {person.invitedUntil ? (
          <Badge variant="default" tt="none">
            {t("invited")}
          </Badge>
        ) : null}
      </Table.Td>
      <Table.Td data-label={t("email")}>
        <bdi>{person.email}</bdi>
      </Table.Td>
      {product.roles.length > 0 ? (
        <Table.Td data-label={t("roles")}>
          <MultiSelect
            aria-label={t("roles-of-person", { person: person.name })}
            data={product.roles.map((role) => ({ value: role, label: named(role) }))}
            value={[...person.roles]}
            onChange={(roles) => onChange({ roles })}
            comboboxProps={{ keepMounted: false }}
          />
        </Table.Td>
      ) : null}
      <Table.Td data-label={t("active")}>
        <Switch aria-label={t("person-is-active", { person: person.name })} checked={person.active} onChange={(e) => onChange({ active: e.currentTarget.checked })} />
      </Table.Td>
      <Table.Td>
        <PersonMenu person={person} onChanged={() => void refresh()} onInvited={onInvited} />
      </Table.Td>
    </Table.Tr>
  );
}

function Invite({ onDone, roles }: { onDone(email: string, invitation: SentInvitation): void; roles: readonly string[] }) {
  const [values, setValues] = useState({ name: "", email: "", roles: [] as string[] });
  const [problem, setProblem] = useState<Problem | null>(null);
  const set = (key: "name" | "email") => (e: React.ChangeEvent<HTMLInputElement>) => {
    const { value } = e.currentTarget;
    setValues((v) => ({ ...v, [key]: value }));
  };
  const invite = async (query = "") => {
    try {
      onDone(values.email, await request<SentInvitation>(`${address}${query}`, { method: "POST", body: values }));
    } catch (e) {
      setProblem(asProblem(e));
    }
  };
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        void invite();
      }}
    >
      <Stack>
        {problem ? <ProblemAlert problem={problem} onConfirm={(codes) => void invite(confirmQuery(codes))} /> : null}
        <TextInput label={t("name")} required withAsterisk={false} value={values.name} onChange={set("name")} data-autofocus dir="auto" />
        <TextInput label={t("email")} type="email" required withAsterisk={false} value={values.email} onChange={set("email")} />
        {roles.length > 0 ? (
          <MultiSelect
            label={t("roles")}
            data={roles.map((role) => ({ value: role, label: named(role) }))}
            value={values.roles}
            onChange={(next) => setValues((v) => ({ ...v, roles: next }))}
          />
        ) : null}
        <Text size="sm" c="dimmed">
          {t("the-person-gets-a-link-to-choose")}
        </Text>
        <Group justify="flex-end">
          <Button type="submit">{t("invite")}</Button>
        </Group>
      </Stack>
    </form>
  );
}

function InvitationSent({ email, invitation, onClose }: { email: string; invitation: SentInvitation; onClose(): void }) {
  const { link } = invitation;
  return (
    <Alert
      color="product"
      role="status"
      mb="md"
      withCloseButton
      closeButtonLabel={t("close")}
      onClose={onClose}
      title={t("email-is-invited", { email })}
      styles={{ message: { color: "var(--mantine-color-text)" } }}
    >
      {link ? (
        <Stack gap="xs">
          <Text size="sm">{t("the-product-cant-send-mail-yet-give")}</Text>
          <Group gap="sm">
            <Code style={{ overflowWrap: "anywhere" }}>{link}</Code>
            <CopyButton value={link}>
              {({ copied, copy }) => (
                <Button size="xs" variant="default" onClick={copy}>
                  {copied ? t("copied") : t("copy")}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Stack>
      ) : (
        <Text size="sm">{invitation.mailed ? t("we-sent-them-a-link-to-choose") : t("they-sign-in-with-single-sign-on")}</Text>
      )}
    </Alert>
  );
}
