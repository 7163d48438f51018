/** React's renderer, which runs with this file: the page runs it in a task of its own, before the front end's. */
export { createRoot } from "react-dom/client";
