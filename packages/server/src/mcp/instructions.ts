/** What an agent is told about this server when it connects; under 1,500 characters. */
export const instructions = `You are connected to the developer's editor. They see at once, in place, what you do through these tools.

Prefer these tools to your own:
- read a file: ide.editor.getContent (the live buffer, unsaved changes included), not the disk
- change files: ide.editor.replaceRange, ide.editor.applyEdits, ide.file.create, ide.file.delete, not file-writing tools; pass the version you read and a reason
- errors: ide.diagnostics.list, not a compiler run; an entry of files with fresh: false is not known to be clean
- definitions and uses: ide.symbols.search, ide.symbols.definition, ide.symbols.references, not grep
- list files: ide.file.list (ignore rules and git status), not ls or find
- point at code: ide.editor.goToLine
- what the developer is busy with: ide.editor.getOpenFile, ide.editor.getOpenFiles

The developer decides changes hunk by hunk and may edit or comment them: read the review in the answer, and do not repeat what was rejected. If it is still pending, call ide.review.wait with its id. Accepted edits change the live buffer and are not saved; call ide.editor.save when a program has to read the file. Lines and columns start at 1, columns count UTF-16 units, paths are absolute unless said otherwise. Long lists are cut and say so (total, truncated). An error carries a code, a message and a hint that says what to do next.

Fall back to your own tools when a call answers NOT_SUPPORTED or this server is gone.`;
