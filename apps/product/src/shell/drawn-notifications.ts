/** Mantine's notifications with their styles, as one part that is loaded when it is needed. */
import "@mantine/notifications/styles.css";
export { Notifications } from "@mantine/notifications";
