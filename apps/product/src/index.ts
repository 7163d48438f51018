export { App } from "./shell/app.tsx";
