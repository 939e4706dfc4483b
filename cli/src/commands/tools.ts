import {
  commonErrors,
  errorTable,
  findTool,
  type JsonSchema,
  jsonSchemas,
  type Tool,
  listedTools as table,
} from "@tandem/protocol";
import { print, printJson, styled, UsageError } from "../output.js";

export function tools(name: string | undefined, options: { json?: boolean }): void {
  if (name === undefined) {
    if (options.json) return printJson({ tools: table.map(describe) });
    const width = Math.max(...table.map((tool) => tool.name.length));
    for (const tool of table)
      print(`${tool.name.padEnd(width)}  ${styled("dim", tool.effect.padEnd(8))}  ${tool.title}`);
    return;
  }
  const tool = findTool(name);
  if (!tool) throw new UsageError(`There is no tool named ${name}; tandem tools lists them.`);
  if (options.json) return printJson(describe(tool));
  explain(tool);
}

function describe(tool: Tool) {
  const { name, title, description, effect, errors } = tool;
  return { name, title, description, effect, errors: [...errors, ...commonErrors], ...jsonSchemas(tool) };
}

function explain(tool: Tool): void {
  const { input, output } = jsonSchemas(tool);
  print(`${styled("bold", tool.name)}  ${styled("dim", tool.effect)}\n`);
  print(`${tool.description}\n`);
  section("Input", input);
  section("Output", output);
  print(styled("bold", "Errors"));
  for (const code of tool.errors) print(`  ${code.padEnd(18)} ${errorTable[code].meaning}`);
}

function section(title: string, schema: JsonSchema): void {
  print(styled("bold", title));
  const required = new Set((schema["required"] as string[] | undefined) ?? []);
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) print("  nothing");
  for (const [name, field] of fields) {
    const optional = required.has(name) ? "" : "?";
    print(
      `  ${`${name}${optional}`.padEnd(18)} ${String(field["type"]).padEnd(8)} ${field["description"] ?? ""}`.trimEnd(),
    );
  }
  print("");
}
