import { defineConfig } from "vite";

/**
 * Builds the studio as static files that the product's server delivers at `/-/studio`. Its components are written for React;
 * Preact runs them, in a tenth of the size, because the checker and the editor are heavy already.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: "/-/studio/",
  resolve: { alias: { "react/jsx-runtime": "preact/jsx-runtime", react: "preact/compat" } },
  worker: { format: "es" },
  build: { outDir: "dist", emptyOutDir: true, modulePreload: false },
});
