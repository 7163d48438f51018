/** Stands where a screen couldn't be loaded or drawn, so that the menu and everything else go on. */
import { Button, Stack, Text, Title } from "@mantine/core";
import { Component, type ReactNode } from "react";

interface Props {
  /** Another address is another try. */
  readonly path: string;
  readonly children: ReactNode;
}

export class ScreenBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.path !== this.props.path) this.setState({ failed: false });
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
        {offline ? "You're offline" : "This page couldn't be loaded"}
      </Title>
      <Text c="dimmed">{offline ? "This page hasn't been loaded yet. Try again when you're connected." : "Your connection may have been interrupted. Load the page again."}</Text>
      <Button variant="default" onClick={() => location.reload()}>
        Try again
      </Button>
    </Stack>
  );
}
