/** A small real TypeScript project, with one mistake in it, and some other files. */
export const project: Readonly<Record<string, string>> = {
  "tsconfig.json": `{ "compilerOptions": { "strict": true, "target": "es2022", "module": "nodenext" }, "include": ["src"] }\n`,
  "package.json": `{ "name": "harbour", "type": "module" }\n`,
  "src/greet.ts": `export function greet(name: string): string {
  return "hello, " + name;
}

export function count(names: string[]): number {
  return names.length;
}
`,
  "src/main.ts": `import { greet } from "./greet.js";

const length: string = greet("harbour").length;
console.log(greet("world"), length);
`,
  "src/add.py": "# Sums\n\n\n\ndef add(a, b):\n    return a * b\n",
  "src/notes.txt": "one\ntwo\nthree\n",
  "src/dos.txt": "one\r\ntwo\r\n",
  "README.md": "# Harbour\n",
};
