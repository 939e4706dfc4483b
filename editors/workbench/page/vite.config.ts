import { defineConfig } from "vite";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: { target: "es2023", modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
});
