export { Studio } from "./shell/studio.tsx";
