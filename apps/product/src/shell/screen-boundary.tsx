/** Stands where a screen couldn't be loaded or drawn, so that the menu and everything else go on. */
import { Button, Stack, Text, Title } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { t } from "../texts/texts.ts";

interface Props {
  /** Another address is another try. */
  readonly path: string;
  readonly children: ReactNode;
}

interface State {
  readonly failed: boolean;
  readonly path: string;
}

export class ScreenBoundary extends Component<Props, State> {
  override state: State = { failed: false, path: this.props.path };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ path }: Props, state: State): Partial<State> | null {
    return path === state.path ? null : { failed: false, path };
  }

  override render(): ReactNode {
    return this.state.failed ? <NotLoaded /> : this.props.children;
  }
}

function NotLoaded() {
  const offline = !navigator.onLine;
  return (
    <Stack align="center" mt={80} gap="sm" role="alert">
      <Title order={1} size="h3">
        {offline ? t("you-are-offline") : t("this-page-couldnt-be-loaded")}
      </Title>
      <Text c="dimmed">{offline ? t("this-page-hasnt-been-loaded-yet-try") : t("your-connection-may-have-been-interrupted-load")}</Text>
      <Button variant="default" onClick={() => location.reload()}>
        {t("try-again")}
      </Button>
    </Stack>
  );
}
