// Shows the unread count in the page's title ("(2) Shop") while the page is in the background.

let plainTitle = "";
let ours = "";
let count = 0;

function paint() {
  // The title is restored only if it is still ours; the page may have set another one.
  if (ours && document.title === ours) document.title = plainTitle;
  ours = "";
  if (count === 0 || document.visibilityState === "visible") return;
  plainTitle = document.title;
  ours = document.title = `(${count}) ${plainTitle}`;
}

/** Shows the number of unread messages in the page's title while the page is hidden; 0 removes it. */
export function showInTitle(unread: number): void {
  if (unread === count && (unread === 0 || ours)) return;
  if (count === 0 && unread > 0) document.addEventListener("visibilitychange", paint);
  count = unread;
  paint();
}
