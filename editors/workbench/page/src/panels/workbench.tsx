import { connection } from "../state/connection.js";
import { question, quickOpen, settingsOpen } from "../state/dialogs.js";
import { showsReviews } from "../state/layout.js";
import { bottomPanel, showsTree, sideWidth, treeWidth } from "../state/settings.js";
import { Bottom } from "./bottom.js";
import { Editor } from "./editor.js";
import { Front } from "./front.js";
import { Notices } from "./notices.js";
import { Question } from "./question.js";
import { QuickOpen } from "./quick-open.js";
import { Reviews } from "./reviews.js";
import { Settings } from "./settings.js";
import { StatusBar } from "./status-bar.js";
import { TabBar } from "./tab-bar.js";
import { Tree } from "./tree.js";

export function Workbench() {
  if (connection.value === "no-secret" || connection.value === "refused") {
    return <Front refused={connection.value === "refused"} />;
  }
  const widths = {
    "--tree-width": showsTree.value ? `${treeWidth.value}px` : "0px",
    "--side-width": showsReviews.value ? `${sideWidth.value}px` : "0px",
  };
  return (
    <div class={showsTree.value ? "workbench" : "workbench bare"} style={widths}>
      <TabBar />
      <div class="main">
        {showsTree.value ? <Tree /> : <i />}
        <main class="centre">
          <h1 class="unseen">Tandem</h1>
          <Editor />
          {bottomPanel.value && <Bottom />}
        </main>
        {showsReviews.value && <Reviews />}
      </div>
      <StatusBar />
      <Notices />
      {settingsOpen.value && <Settings />}
      {quickOpen.value && <QuickOpen />}
      {question.value && <Question asked={question.value} />}
    </div>
  );
}
