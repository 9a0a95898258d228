// Settings page with password and sessions.
import { Page } from "#dashboard/ui/page.tsx";
import { m } from "#messages";
import { PasswordSection } from "./password-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/** Both are on one page, so that the list shows that a new password ended the other sessions. */
export default function SecurityPage() {
  return (
    <Page title={m.accounts_security_title()}>
      <PasswordSection />
      <SessionsSection />
    </Page>
  );
}
