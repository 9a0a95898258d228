// Shows the unread count in the page's title ("(2) Shop") while the page is in the background.

let plainTitle = "";
let ours = "";
let count = 0;

function paint() {
  // Only a title that is still the one put there is taken back; the page may have set another.
  if (ours && document.title === ours) document.title = plainTitle;
  ours = "";
  if (count === 0 || document.visibilityState === "visible") return;
  plainTitle = document.title;
  ours = document.title = `(${count}) ${plainTitle}`;
}

/** Shows a count of unread messages in the page's title as long as the page is hidden; 0 = none. */
export function showInTitle(unread: number): void {
  if (unread === count && (unread === 0 || ours)) return;
  if (count === 0 && unread > 0) document.addEventListener("visibilitychange", paint);
  count = unread;
  paint();
}
