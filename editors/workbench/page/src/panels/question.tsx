import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import type { Question as Asked } from "../state/dialogs.js";

export function Question({ asked }: { readonly asked: Asked }) {
  const { title, text, choices, answer } = asked;
  return (
    <Dialog label={title} close={() => answer(choices[0]?.value ?? "")}>
      <h3>{title}</h3>
      <p>{text}</p>
      <div class="act">
        {choices.map(({ label, value, primary }) => (
          <Button key={value} look={primary ? "primary" : "outlined"} onClick={() => answer(value)}>
            {label}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
