import { Banner } from "../parts/banner.js";
import { Button } from "../parts/button.js";
import { Icon } from "../parts/icon.js";
import { showsLoss } from "../state/connection.js";
import { dismiss, notices } from "../state/notices.js";

export function Notices() {
  return (
    <>
      {showsLoss.value && (
        <Banner look="offline">Tandem cannot be reached. What you type is kept and sent once it is back.</Banner>
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
