import type { ReviewView } from "@tandem/workbench-shared";
import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { save } from "../actions/files.js";
import { mention } from "../actions/mention.js";
import { revealInTree } from "../actions/tree.js";
import { tell } from "../backend.js";
import { labels } from "../keys.js";
import { loadLater } from "../load-later.js";
import { Banner } from "../parts/banner.js";
import { Button } from "../parts/button.js";
import { buffers } from "../stage.js";
import { welcome } from "../state/connection.js";
import { reviewFor, sideBySide } from "../state/reviews.js";
import { activeFile, activeTab, type ShownTab } from "../state/tabs.js";
import { ReviewBar } from "./review-bar.js";

export function Editor() {
  const tab = activeTab.value;
  const review = reviewFor(activeFile.value);
  const beside = review !== undefined && sideBySide.value;
  return (
    <>
      {tab && <Crumbs tab={tab} />}
      {tab?.conflict && <Conflict file={tab.file} />}
      {review && <ReviewBar review={review} />}
      {beside && <LazySides review={review} />}
      {!tab && welcome.value && <Nothing />}
      <Text hidden={!tab || beside} />
    </>
  );
}

function Text({ hidden }: { readonly hidden: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (place.current ? buffers.mount(place.current) : undefined), []);
  return <div class="text" ref={place} hidden={hidden} />;
}

function LazySides({ review }: { readonly review: ReviewView }) {
  const [Sides, setSides] = useState<ComponentType<{ review: ReviewView }> | undefined>();
  useEffect(() => {
    void loadLater(() => import("./side-by-side.js")).then((loaded) => setSides(() => loaded?.default));
  }, []);
  return Sides ? <Sides review={review} /> : <div class="sides" />;
}

function Crumbs({ tab }: { readonly tab: ShownTab }) {
  const parts = tab.relative.split("/");
  return (
    <nav class="crumbs" aria-label="Path of the file">
      {parts.slice(0, -1).map((part, index) => (
        <span key={parts.slice(0, index + 1).join("/")} title={part}>
          {part} ›
        </span>
      ))}
      <b title={parts.at(-1)}>{parts.at(-1)}</b>
      <span class="end">
        {!tab.proposed && (
          <Button label={`Mention the selection to agents (${labels.mention})`} onClick={() => void mention()}>
            Mention
          </Button>
        )}
        <Button onClick={() => revealInTree(tab.relative)}>Show in tree</Button>
      </span>
    </nav>
  );
}

function Conflict({ file }: { readonly file: string }) {
  return (
    <Banner
      actions={
        <>
          <Button look="outlined" onClick={() => void tell("reloadDocument", { file })}>
            Take the disk's
          </Button>
          <Button look="outlined" onClick={() => void save(file, true)}>
            Keep mine
          </Button>
        </>
      }
    >
      This file changed on disk while you were editing it.
    </Banner>
  );
}

function Nothing() {
  return (
    <div class="empty">
      <p>Nothing is open.</p>
      <dl>
        <dt>Open a file</dt>
        <dd>
          <kbd>{labels.quickOpen}</kbd>
        </dd>
        <dt>File tree</dt>
        <dd>
          <kbd>{labels.tree}</kbd>
        </dd>
        <dt>Next review</dt>
        <dd>
          <kbd>F7</kbd>
        </dd>
      </dl>
    </div>
  );
}
