import { defineConfig } from "vite";

/** The front end as static files that the server hands out; everything it needs is bundled. */
export default defineConfig({
  root: import.meta.dirname,
  // Keeps light-dark() as it is written: lowered, it would follow the system and not the switch in the header.
  build: {
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    rolldownOptions: { onwarn: (warning, warn) => (warning.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : warn(warning)) },
    outDir: "dist",
    emptyOutDir: true,
    chunkSizeWarningLimit: 1200,
  },
  server: { proxy: { "/api": "http://127.0.0.1:4000", "/rehearsal": "http://127.0.0.1:4000" } },
});
