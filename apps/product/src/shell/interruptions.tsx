/** Interruptions that keep typed text: a server that can't be reached, and a session that has ended. */
import { Alert, Modal, Text } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useServerUnreachable } from "../api/connection.ts";
import { refreshAfterSignIn } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { Credentials, SingleSignOn } from "../sign-in/credentials.tsx";

export function Interruptions() {
  const { product, me } = useProductContext();
  const gone = useServerUnreachable();
  const single = product.signIn.methods.includes("single sign-on") && !product.rehearsal;
  return (
    <>
      {gone ? (
        <Alert
          role="alert"
          color="yellow"
          className="on-top"
          icon={<IconPlugConnectedX aria-hidden />}
          title="The server can't be reached"
          styles={{ message: { color: "var(--mantine-color-text)" } }}
        >
          What you typed is still here. The page reconnects automatically.
        </Alert>
      ) : null}
      <Modal
        zIndex={500}
        opened={me.ended === true}
        onClose={() => undefined}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        title="Your session has ended"
      >
        <Text size="sm" mb="md">
          Sign in again to continue. What you typed is still here.
        </Text>
        {single ? <SingleSignOn newTab /> : <Credentials email={me.email ?? ""} onDone={refreshAfterSignIn} />}
      </Modal>
    </>
  );
}
