/** Interruptions that keep typed text: a server that can't be reached, and a session that has ended. */
import { Alert } from "@mantine/core";
import { useNetwork } from "@mantine/hooks";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useServerUnreachable } from "../api/connection.ts";
import { lazy, Suspense } from "react";
import { useProductContext } from "../context/product-context.tsx";
import { t } from "../texts/texts.ts";

/** Loaded when it is needed: then the server answers. */
const SessionEnded = lazy(() => import("./session-ended.tsx").then((m) => ({ default: m.SessionEnded })));

export function Interruptions() {
  const { me } = useProductContext();
  const { online } = useNetwork();
  const gone = useServerUnreachable() || !online;
  return (
    <>
      {gone ? (
        <Alert
          role="alert"
          color="yellow"
          className="on-top"
          icon={<IconPlugConnectedX aria-hidden />}
          title={online ? t("the-server-cant-be-reached") : t("you-are-offline")}
          styles={{ message: { color: "var(--mantine-color-text)" } }}
        >
          {online ? "" : `${t("you-see-what-was-loaded-last")} `}
          {t("what-you-typed-is-still-here-the")}
        </Alert>
      ) : null}
      {me.ended === true ? (
        <Suspense>
          <SessionEnded />
        </Suspense>
      ) : null}
    </>
  );
}
