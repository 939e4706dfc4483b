export { createFileList } from "@tandem/workspace";
