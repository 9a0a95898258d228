/** @jsxRuntime classic */
/** @jsx h */
// What is drawn while messages load. A file of its own, so that parts of other modules can import it without the messages.
import { h } from "./dom.ts";

/** Placeholder of the messages. */
export const MessagesSkeleton = () => (
  <div class="bones" aria-hidden="true">
    <i />
    <i />
    <i />
  </div>
);
