// Public homepage of the installation. It does not load the widget.
import { html, pageResponse } from "#kernel/http/index.ts";
import { m } from "#messages";

export const homepage = (): Response =>
  pageResponse({
    title: m.operations_home_page(),
    wide: true,
    body: html`<h1>${m.operations_home_title()}</h1>
      <p>${m.operations_home_lead()}</p>
      <h2>${m.operations_home_team()}</h2>
      <p>${m.operations_home_team_lead()}</p>
      <a class="button" href="/login">${m.operations_home_sign_in()}</a>
      <h2>${m.operations_home_customer()}</h2>
      <p>${m.operations_home_customer_lead()}</p>`,
  });
