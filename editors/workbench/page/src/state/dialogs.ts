/** Questions that stop the developer, and popovers that do not. */
import { signal } from "@preact/signals";

export interface Question {
  readonly title: string;
  readonly text: string;
  /** The first is the safe one: Enter and Escape give it. */
  readonly choices: readonly { readonly label: string; readonly value: string; readonly primary?: boolean }[];
  answer(value: string): void;
}

export const question = signal<Question | undefined>(undefined);
export const quickOpen = signal(false);
export const settingsOpen = signal(false);

/** Resolves with the value of the choice; the first one's if it was dismissed. */
export function askDeveloper(asked: Omit<Question, "answer">): Promise<string> {
  return new Promise((resolve) => {
    question.value = {
      ...asked,
      answer(value) {
        question.value = undefined;
        resolve(value);
      },
    };
  });
}
