/** The tool reference, made from the tool table. Pure: file name → text. */
import { commonErrors, errorTable, jsonSchemas, listedTools as tools } from "@tandem/protocol";

const GENERATED = "<!-- Made from the tool table by `npm run docs`; do not edit. -->";

/** @returns {Map<string, string>} */
export function toolReference() {
  const nouns = [...new Set(tools.map((tool) => tool.noun))];
  /** @type {[string, string][]} */
  const pages = nouns.map((noun) => [`${noun}.md`, nounPage(noun)]);
  return new Map([["README.md", indexPage(nouns)], ...pages, ["errors.md", errorsPage()]]);
}

/** @param {readonly string[]} nouns */
function indexPage(nouns) {
  const rows = tools.map(({ name, noun, effect, title }) => `| [\`${name}\`](${noun}.md) | ${effect} | ${title} |`);
  return page("Tools", [
    `What an agent can call, by noun: ${nouns.map((noun) => `[${noun}](${noun}.md)`).join(", ")}. [Errors](errors.md) are the same for all.`,
    ["| Tool | Effect | What it does |", "|---|---|---|", ...rows].join("\n"),
    "Lines and columns are 1-based, columns count UTF-16 units, paths are absolute unless said otherwise. Names are also accepted with underscores (`ide_editor_save`).",
  ]);
}

/** @param {string} noun */
function nounPage(noun) {
  const own = tools.filter((tool) => tool.noun === noun);
  return page(`\`ide.${noun}.*\``, own.flatMap(toolSections));
}

/** @param {import("@tandem/protocol").Tool} tool */
function toolSections(tool) {
  const { input, output } = jsonSchemas(tool);
  const errors = tool.errors.map((code) => `[\`${code}\`](errors.md#${code.toLowerCase()})`).join(", ");
  return [
    `## \`${tool.name}\``,
    tool.description,
    `Effect: **${tool.effect}**. Errors: ${errors === "" ? "those that every tool has" : errors}.`,
    `**Input**\n\n${fieldTable(input)}`,
    `**Output**\n\n${fieldTable(output)}`,
  ];
}

/** @param {import("@tandem/protocol").JsonSchema} schema */
function fieldTable(schema) {
  const rows = fieldRows(schema, "");
  if (rows.length === 0) return "Nothing.";
  return ["| Field | Type | |", "|---|---|---|", ...rows].join("\n");
}

/**
 * @param {Record<string, any>} schema
 * @param {string} prefix
 * @returns {string[]}
 */
function fieldRows(schema, prefix) {
  const required = new Set(schema["required"] ?? []);
  return Object.entries(schema["properties"] ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const optional = required.has(name) ? "" : "?";
    const items = field.type === "array" ? field.items : field;
    const nested = fieldRows(items, field.type === "array" ? `${path}[].` : `${path}.`);
    return [`| \`${path}${optional}\` | ${typeName(field)} | ${field.description ?? ""} |`, ...nested];
  });
}

/** @param {Record<string, any>} field @returns {string} */
function typeName(field) {
  if (field["enum"]) return field["enum"].map((/** @type {string} */ value) => `\`${value}\``).join(" ");
  if (field["type"] === "array") return `list of ${typeName(field["items"])}`;
  return field["type"];
}

function errorsPage() {
  const sections = Object.entries(errorTable).map(
    ([code, { meaning, hint }]) => `## ${code}\n\n${meaning}\n\n*Next:* ${hint}`,
  );
  return page("Errors", [
    'A call that fails answers a result with `isError` whose text is JSON: `{ "error": { "code", "message", "hint" } }`. The hint says what to do next; the ones below are given where the tool has nothing better to say.',
    `Every tool can answer ${commonErrors.map((code) => `[\`${code}\`](#${code.toLowerCase()})`).join(", ")}.`,
    ...sections,
  ]);
}

/** @param {string} title @param {readonly string[]} sections */
function page(title, sections) {
  return `${[GENERATED, `# ${title}`, ...sections].join("\n\n")}\n`;
}
