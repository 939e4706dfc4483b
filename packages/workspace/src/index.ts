export { type BufferStore, openBufferStore, type StoredBuffer } from "./buffer-store.js";
export { type DirectoryEntry, listDirectories } from "./directory.js";
export { type DiskStamp, readStamp, sameStamp } from "./disk-stamp.js";
export { createFileList, type FileList, type FileListOptions } from "./file.js";
export { createFile, keepFile, moveEntry, removeEntry } from "./file-operations.js";
export { FuzzyFinder } from "./fuzzy.js";
export { ignoredNames } from "./git-ignored.js";
export { type GitState, gitFolders, readGitState } from "./git-state.js";
export { globMatcher } from "./glob.js";
export { ignoreMatcher } from "./ignore-rules.js";
export { isJournalFree, type Journal, JournalBusy, openJournal } from "./journal.js";
export {
  LanguageServers,
  type LanguageServersOptions,
  type LiveDocument,
  languageNames,
  symbolKind,
} from "./language-servers/index.js";
export { type LineEnding, LineEndings } from "./line-endings.js";
export { absolutePath } from "./path-syntax.js";
export { createPathResolver, openRegularFile, type WorkspacePaths } from "./paths.js";
export { PrivateFiles } from "./private-files.js";
export {
  type DecodedText,
  decodeText,
  encodeText,
  MAX_TEXT_FILE_BYTES,
  readTextFile,
  TextFailure,
  type TextFile,
  textVersion,
} from "./text-file.js";
export { type FileChange, type FolderWatch, type WatchOptions, watchFolder } from "./watcher.js";
export { type WriteOptions, writeFileAtomically } from "./write-file.js";
