import { Banner } from "../parts/banner.js";
import { Button } from "../parts/button.js";
import { Icon } from "../parts/icon.js";
import { showsLoss } from "../state/connection.js";
import { dismiss, notices } from "../state/notices.js";

export function Notices() {
  return (
    <>
      {showsLoss.value && (
        <Banner look="offline">
          Tandem cannot be reached. If you ended it, start it again on this folder: what you type is kept here and sent
          then.
        </Banner>
      )}
      <section class="notices" aria-label="Messages">
        {notices.value.map(({ id, text, tone, by }) => (
          <Banner
            key={id}
            look={tone}
            actions={
              <Button look="icon" label="Dismiss" onClick={() => dismiss(id)}>
                <Icon name="close" size={12} />
              </Button>
            }
          >
            {by && (
              <b class="by" data-agent={by.colour}>
                {by.name}:{" "}
              </b>
            )}
            {text}
          </Banner>
        ))}
      </section>
    </>
  );
}
