// Dialog that asks before a sign-out that would lose unsaved text kept only in this browser.
import { m } from "#messages";
import { signOut } from "./sign-out.ts";
import { ConfirmDialog } from "./ui/dialog.tsx";

export default function SignOutDialog({ onClose }: { onClose(): void }) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={m.dashboard_sign_out_title()}
      body={m.dashboard_sign_out_body()}
      action={m.dashboard_sign_out()}
      onConfirm={() => {
        onClose();
        void signOut(true);
      }}
    />
  );
}
