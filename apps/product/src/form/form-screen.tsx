/** A form of point 2: creates a record, or runs an action on the record that the address names. */
import { Paper } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ScreenData } from "@nonet/screens";
import { Heading } from "../shell/heading.tsx";
import { navigate } from "../shell/location.ts";
import { recordAddress, useEntity } from "../shell/product-context.tsx";
import { CreateForm } from "./create-form.tsx";
import { refreshRecords, type Row } from "../api/queries.ts";
import { RecordForm } from "./record-form.tsx";
import { useForm } from "./use-form.ts";

type FormBody = Extract<ScreenData["body"], { kind: "form" }>;

export function FormScreen({ screen, body, id }: { screen: ScreenData; body: FormBody; id: string | null }) {
  const entity = useEntity(body.entity);
  if (!entity) return null;
  const done = (row: Row | null) => {
    notifications.show({ message: `${entity.name} saved.`, color: "product" });
    navigate(body.afterSaving ?? (row ? recordAddress(entity, row) : null) ?? "/");
  };
  return (
    <>
      <Heading title={screen.name} screen={screen} />
      <Paper className="card" p={{ base: "md", sm: "xl" }} maw={760}>
        {body.action && id ? <ActionForm body={body} path={entity.path} id={id} onDone={done} /> : <CreateForm entity={entity} steps={body.steps} submit={screen.name} onDone={done} />}
      </Paper>
    </>
  );
}

function ActionForm({ body, path, id, onDone }: { body: FormBody; path: string; id: string; onDone(row: Row | null): void }) {
  const entity = useEntity(body.entity);
  const action = entity?.actions.find((a) => a.name === body.action);
  const form = useForm({ fields: body.steps.flatMap((s) => s.fields), initial: {}, target: { address: `/api/${path}/${encodeURIComponent(id)}/${action?.path ?? ""}`, method: "POST" }, onDone: (row) => { void refreshRecords(); onDone(row); } });
  return <RecordForm form={form} steps={body.steps} all={entity?.fields ?? []} submit={body.action ?? "Save"} />;
}
