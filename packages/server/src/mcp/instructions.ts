/** What an agent is told about this server when it connects; under 1,500 characters. */
export const instructions = `You are connected to the developer's editor. They are looking at it: what you do through these tools they see at once, in place.

Prefer these tools to your own:
- read a file: ide.editor.getContent (the live buffer, unsaved changes included), not the disk
- edit a file: ide.editor.replaceRange, not a file-writing tool; pass the version you read
- errors: ide.diagnostics.list, not a compiler run; if an entry of files says fresh: false, read its reason; do not assume it is clean
- definitions and uses: ide.symbols.search, ide.symbols.definition, ide.symbols.references, not grep
- list files: ide.file.list (ignore rules and git status), not ls or find
- point at code: ide.editor.goToLine
- what the developer is busy with: ide.editor.getOpenFile, ide.editor.getOpenFiles

Edits change the live buffer and are not saved; call ide.editor.save when a program has to read the file from disk. Lines and columns start at 1, columns count UTF-16 units, paths are absolute unless said otherwise. Long lists are cut and say so (total, truncated). An error carries a code, a message and a hint that says what to do next. The names are also accepted with underscores (ide_editor_getContent).

Fall back to your own tools when a call answers NOT_SUPPORTED or this server is gone.`;
