export type { PageRequest, RequestName, RequestParams, RequestResult, ToBackend } from "./to-backend.js";
export { requests, toBackendSchema } from "./to-backend.js";
export type {
  ActivityEntry,
  AgentView,
  DocumentUpdate,
  Effect,
  Failure,
  GitView,
  HunkView,
  PageSettings,
  ReviewState,
  ReviewView,
  Saying,
  TabView,
  ToPage,
  TreeEntry,
} from "./to-page.js";
