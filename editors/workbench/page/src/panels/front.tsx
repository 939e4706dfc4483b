/** What stands in for the workbench when it cannot be shown. */
export function Front({ refused }: { readonly refused: boolean }) {
  return (
    <main class="front">
      <img src="/icon.svg" width={40} height={40} alt="" />
      <h1>{refused ? "This link is no longer good" : "Open Tandem by its link"}</h1>
      <p>
        {refused
          ? "The window it belonged to has ended or has given out a new one."
          : "This page needs the key that is part of the link."}
      </p>
      <p>
        Open the link that <code>tandem open</code> prints.
      </p>
    </main>
  );
}
