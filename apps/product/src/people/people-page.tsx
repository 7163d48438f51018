/** The Owner's People page: people, their roles, and invitations. */
import { Button, Group, Modal, MultiSelect, PasswordInput, Stack, Switch, Table, Text, TextInput, Badge } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { itemsIn, queryClient } from "../api/queries.ts";
import { asProblem, request, type Problem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { confirmQuery, attemptWithConfirmation } from "../problem/confirm-warnings.ts";
import { ProblemAlert, Refusal } from "../problem/problem-alert.tsx";
import { PersonMenu } from "./person-menu.tsx";

interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly active: boolean;
  readonly owner: boolean;
}

const address = "/api/people";
const refresh = () => queryClient.invalidateQueries({ queryKey: ["people"] });

export function PeoplePage() {
  const { product } = useProductContext();
  const people = useQuery({ queryKey: ["people"], queryFn: async () => itemsIn<Person>(await request(address)) });
  const [inviting, setInviting] = useState(false);
  const change = async (person: Person, body: Partial<Person>) => {
    // Updates the page at once, and reloads after the response.
    queryClient.setQueryData<readonly Person[]>(["people"], (all) => all?.map((p) => (p.id === person.id ? { ...p, ...body } : p)));
    await attemptWithConfirmation(person.name, product.files, (query) => request(`${address}/${person.id}${query}`, { method: "PATCH", body, ifMatch: "*" }));
    await refresh();
  };
  return (
    <>
      <Heading title="People" screen={null}>
        <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
          Invite
        </Button>
      </Heading>
      {people.error ? <Refusal problem={asProblem(people.error)} /> : null}
      <Table.ScrollContainer minWidth={640} type="native" className="card" tabIndex={0} role="region" aria-label="People">
        <Table verticalSpacing="sm" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Email</Table.Th>
              <Table.Th w={320}>Roles</Table.Th>
              <Table.Th>Active</Table.Th>
              <Table.Th aria-label="Actions" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(people.data ?? []).map((p) => (
              <PersonRow key={p.id} person={p} onChange={(body) => void change(p, body)} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {product.roles.length === 0 ? (
        <Text size="sm" c="dimmed" mt="sm">
          The document doesn't define any roles yet.
        </Text>
      ) : null}
      <Modal opened={inviting} onClose={() => setInviting(false)} title="Invite a person">
        <Invite
          onDone={() => {
            setInviting(false);
            void refresh();
          }}
          roles={product.roles}
        />
      </Modal>
    </>
  );
}

function PersonRow({ person, onChange }: { person: Person; onChange(body: Partial<Person>): void }) {
  const { product } = useProductContext();
  return (
    <Table.Tr>
      <Table.Td>
        <bdi>{person.name}</bdi>{" "}
        {person.owner ? (
          <Badge variant="default" tt="none">
            Owner
          </Badge>
        ) : null}
      </Table.Td>
      <Table.Td>
        <bdi>{person.email}</bdi>
      </Table.Td>
      <Table.Td>
        <MultiSelect
          aria-label={`Roles of ${person.name}`}
          data={product.roles.slice()}
          value={[...person.roles]}
          onChange={(roles) => onChange({ roles })}
          comboboxProps={{ keepMounted: false }}
        />
      </Table.Td>
      <Table.Td>
        <Switch aria-label={`${person.name} is active`} checked={person.active} onChange={(e) => onChange({ active: e.currentTarget.checked })} />
      </Table.Td>
      <Table.Td>
        <PersonMenu id={person.id} name={person.name} erasable={!person.owner} onErased={() => void refresh()} />
      </Table.Td>
    </Table.Tr>
  );
}

function Invite({ onDone, roles }: { onDone(): void; roles: readonly string[] }) {
  const [values, setValues] = useState({ name: "", email: "", password: "", roles: [] as string[] });
  const [problem, setProblem] = useState<Problem | null>(null);
  const set = (key: "name" | "email" | "password") => (e: React.ChangeEvent<HTMLInputElement>) => {
    const { value } = e.currentTarget;
    setValues((v) => ({ ...v, [key]: value }));
  };
  const invite = async (query = "") => {
    try {
      await request(`${address}${query}`, { method: "POST", body: values });
      onDone();
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
        <TextInput label="Name" required withAsterisk={false} value={values.name} onChange={set("name")} dir="auto" />
        <TextInput label="Email" type="email" required withAsterisk={false} value={values.email} onChange={set("email")} />
        <PasswordInput
          label="Initial password"
          description="Give it to the person yourself. It can be changed later."
          required
          withAsterisk={false}
          value={values.password}
          onChange={set("password")}
          visibilityToggleButtonProps={{ "aria-label": "Show or hide password" }}
        />
        <MultiSelect label="Roles" data={[...roles]} value={values.roles} onChange={(next) => setValues((v) => ({ ...v, roles: next }))} />
        <Group justify="flex-end">
          <Button type="submit">Invite</Button>
        </Group>
      </Stack>
    </form>
  );
}
