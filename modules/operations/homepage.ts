// Public homepage of the installation. It does not load the widget.
import { html, pageResponse } from "#kernel/http/index.ts";

export const homepage = (): Response =>
  pageResponse({
    title: "Customer support",
    wide: true,
    body: html`<h1>Customer support, on your own terms</h1>
      <p>This is a Seed Desk installation: a shared inbox, a small chat widget, and a help center that a company runs for itself.</p>
      <h2>Do you work here?</h2>
      <p>Sign in to help your customers.</p>
      <a class="button" href="/login">Sign in</a>
      <h2>Are you a customer?</h2>
      <p>Open the chat on the website of the company you want to reach.</p>`,
  });
