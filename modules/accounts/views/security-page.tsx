// Settings page with password and sessions.
import { Page } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { PasswordSection } from "./password-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/** Both on one page: after a change of the password the list shows that the others ended. */
export default function SecurityPage() {
  return (
    <Page title={m.accounts_security_title()}>
      <PasswordSection />
      <SessionsSection />
    </Page>
  );
}
