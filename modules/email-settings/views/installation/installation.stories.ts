// Stories of the installation's page, for the browser suite.
import { answer, fixtureId, frame, LONG, ME, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { MailDomain } from "#modules/address-verification/contract";

const domain = (n: number, change: Partial<MailDomain> = {}): MailDomain => ({
  domain: `firm${n}.example`,
  projectId: fixtureId("prj", n) as MailDomain["projectId"],
  projectName: `Firm ${n}`,
  addresses: [`support@firm${n}.example`, `billing@firm${n}.example`],
  approvedAt: null,
  routed: false,
  ...change,
});
const list = (...items: readonly MailDomain[]) => answer({ items, next: null });

function declare(): readonly ScreenState[] {
  const path = "/account/installation";
  const some = list(
    domain(1, { domain: "acme.example", projectName: "Acme", addresses: ["support@acme.example"], approvedAt: "2026-11-02T09:14:00.000Z" }),
    domain(2, { routed: true }),
    domain(3, { domain: "acme.example", projectName: "Acme Labs", addresses: ["labs@acme.example"] }),
  );
  const named = { ...frame(), readInstallationName: answer({ name: "Acme" }) };
  const ready = { ...named, listMailDomains: some };
  const DOWN = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");
  return [
    { name: "installation", path, answers: ready },
    { name: "installation, no domains", path, answers: { ...named, listMailDomains: list() } },
    {
      name: "installation renamed",
      path,
      answers: { ...ready, readInstallationName: answer({ name: null }), changeInstallationName: answer({ name: "Acme" }) },
      act: "fill:Name=Acme;click:Save",
    },
    {
      name: "name refused",
      path,
      answers: { ...ready, changeInstallationName: DOWN },
      act: "fill:Name=Acme Support;click:Save",
    },
    { name: "installation loading", path, answers: { ...frame(), listMailDomains: "hang" } },
    { name: "installation not read", path, answers: { ...frame(), listMailDomains: DOWN } },
    {
      name: "installation, no permission",
      path,
      answers: {
        ...frame(),
        readMe: answer({ person: ME, isFirstOwner: false }),
        listMailDomains: refusal(403, "forbidden", "Only the installation’s first owner can approve domains."),
      },
    },
    { name: "approve a domain", path, answers: ready, act: "click:Approve firm2.example for Firm 2" },
    { name: "approve a domain of two projects", path, answers: ready, act: "click:Approve acme.example for Acme Labs" },
    {
      name: "approval refused",
      path,
      answers: { ...ready, approveMailDomain: DOWN },
      act: "click:Approve firm2.example for Firm 2;click:Approve",
    },
    {
      name: "domain approved",
      path,
      answers: { ...ready, approveMailDomain: list(domain(2, { approvedAt: "2026-11-20T09:14:00.000Z" })) },
      act: "click:Approve firm2.example for Firm 2;click:Approve",
    },
    { name: "withdraw an approval", path, answers: ready, act: "click:Withdraw acme.example from Acme" },
    {
      name: "installation, long text",
      path,
      answers: {
        ...frame(),
        readInstallationName: answer({ name: LONG.slice(0, 60) }),
        listMailDomains: list(
          domain(4, {
            domain: `${"sub.".repeat(40)}acme.example`,
            projectName: LONG,
            addresses: [`support@${"sub.".repeat(40)}acme.example`],
          }),
        ),
      },
    },
  ];
}

export const installationStates = /* @__PURE__ */ (() => declare())();
