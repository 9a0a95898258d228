// Stories of the screens of paired computers.
import { answer, fixtureId, frame, LONG, ME, PROJECT_ID, refusal } from "#dashboard/dashboard.fixtures.ts";
import type { ScreenState } from "#dashboard/screen.ts";
import type { Device, DeviceGrant, Pairing } from "../contract.ts";

const DOWN = refusal(503, "unavailable", "The database could not be reached. Try again in a moment.");

const device = (number: number, name: string, more: Partial<Device> = {}): Device => ({
  ...{ id: fixtureId("dev", number) as Device["id"], name, system: "Linux 6.8.0 x64", version: "0.1.0", state: "idle" },
  ...{ pairedAt: "2026-11-02T09:14:00.000Z", lastSeenAt: "2026-11-20T10:09:00.000Z", revoked: null },
  ...more,
});
const grant = (number: number, devices: readonly Device[], more: Partial<DeviceGrant> = {}): DeviceGrant => ({
  ...{ id: fixtureId("dgr", number) as DeviceGrant["id"], person: { id: ME.id as DeviceGrant["person"]["id"], name: ME.name } },
  ...{ kinds: ["report"], jobsPerDay: 20, createdAt: "2026-11-02T09:14:00.000Z", expiresAt: "2027-02-01T00:00:00.000Z" },
  ...{ state: "valid", revoked: null, devices: [...devices] },
  ...more,
});
const TOMAS = { id: fixtureId("acc", 2) as DeviceGrant["person"]["id"], name: "Tomás Álvarez" };
const at = "2026-11-19T09:14:00.000Z";

// Functions, so that production builds can drop everything in them.
function declareList(): readonly ScreenState[] {
  const path = `/projects/${PROJECT_ID}/settings/paired-computers`;
  const listed = (items: readonly DeviceGrant[], next: string | null = null) => ({ listDeviceGrants: answer({ items, next }) });
  const own = grant(1, [
    device(1, "Mia’s notebook", { system: "macOS (Darwin) 25.1.0 arm64", state: "working" }),
    device(2, "Build box"),
    device(3, "Old desktop", { state: "stopped", revoked: { at, by: ME.name, why: "revoked" } }),
  ]);
  const others = grant(2, [device(4, "tomas-thinkpad", { lastSeenAt: null })], {
    person: TOMAS,
    kinds: ["report", "reply"],
    jobsPerDay: 1,
  });
  const filled = { ...frame(), ...listed([own, others]) };
  const ended = [
    grant(3, [device(5, "Notebook", { revoked: { at, by: ME.name, why: "with_grant" } })], {
      ...{ state: "revoked", revoked: { at, by: ME.name, why: "revoked" } },
    }),
    grant(4, [device(6, "Server", { revoked: { at, by: null, why: "expired" } })], {
      ...{ state: "revoked", revoked: { at, by: null, why: "expired" } },
    }),
    grant(
      5,
      [
        device(7, "Borrowed notebook", { revoked: { at, by: null, why: "token_reused" } }),
        device(8, "Its neighbour", { revoked: { at, by: null, why: "with_device" } }),
        device(9, "Home", { revoked: { at, by: null, why: "signed_out" } }),
        device(10, "Lab", { revoked: { at, by: null, why: "unpaired" } }),
      ],
      { state: "revoked", revoked: { at, by: null, why: "membership_lost" }, person: { ...TOMAS, name: null } },
    ),
  ];
  return [
    { name: "list", path, answers: filled },
    { name: "empty", path, answers: { ...frame(), ...listed([]) } },
    { name: "check the download", path, answers: { ...frame(), ...listed([]) }, act: "click:Check the download before you install it" },
    { name: "of an operator", path, answers: { ...frame("operator"), ...listed([own]) } },
    {
      name: "expired and void",
      path,
      answers: {
        ...frame(),
        ...listed([
          grant(1, [device(1, "Build box")], { state: "expired" }),
          grant(2, [device(2, "Notebook")], { state: "void", person: TOMAS }),
        ]),
      },
    },
    { name: "no computer left", path, answers: { ...frame(), ...listed([grant(1, [])]) } },
    { name: "more of them", path, answers: { ...frame(), ...listed([own], "next") } },
    { name: "ended", path, answers: { ...frame(), ...listed(ended) }, act: "click:Show ended grants" },
    { name: "revoke", path, answers: filled, act: "click:Revoke the computer tomas-thinkpad" },
    { name: "revoke with others", path, answers: filled, act: "click:Revoke the computer Build box" },
    { name: "revoke the grant", path, answers: filled, act: "click:Revoke grant of your computers" },
    {
      name: "revoke failed",
      path,
      answers: { ...filled, revokeDevice: DOWN },
      act: "click:Revoke the computer tomas-thinkpad;press:Tab;press:Enter;see:The database could not be reached",
    },
    { name: "loading", path, answers: { ...frame(), listDeviceGrants: "hang" } },
    { name: "error", path, answers: { ...frame(), listDeviceGrants: DOWN } },
    { name: "offline", path, answers: { ...frame(), listDeviceGrants: "offline" } },
    {
      name: "no permission",
      path,
      answers: { ...frame("operator"), listDeviceGrants: refusal(403, "forbidden", "Your role in this project doesn’t allow this.") },
    },
    {
      name: "long text",
      path,
      answers: { ...frame(), ...listed([grant(1, [device(1, LONG, { system: LONG })], { person: { ...TOMAS, name: LONG } })]) },
    },
  ];
}
function declarePair(): readonly ScreenState[] {
  const path = "/account/pair";
  const asked: Pairing = {
    ...{ id: fixtureId("dpr", 1) as Pairing["id"], revision: 2, state: "pending", name: "Build box", system: "Linux 6.8.0 x64" },
    ...{ version: "0.1.0", kinds: ["report", "reply"], createdAt: "2026-11-20T10:10:00.000Z", expiresAt: "2026-11-20T10:25:00.000Z" },
  };
  const grants = answer({ items: [grant(1, [device(1, "Mia’s notebook"), device(2, "Server")])], next: null });
  const none = { listDeviceGrants: answer({ items: [], next: null }) };
  const opened = (pairing: Partial<Pairing> = {}) => ({ ...frame(), ...none, openPairing: answer({ pairing: { ...asked, ...pairing } }) });
  const open = "fill:Code=wdjb mjht;click:Continue";
  return [
    { name: "code", path, answers: { ...frame(), ...none } },
    { name: "code from the link", path: `${path}?code=WDJB-MJHT`, answers: opened() },
    {
      name: "wrong code",
      path,
      answers: {
        ...frame(),
        openPairing: refusal(404, "not_found", "No computer is waiting with this code. Check it, or start again on the computer."),
      },
      act: open,
    },
    {
      name: "too many codes",
      path,
      answers: {
        ...frame(),
        openPairing: answer({ ...{ error: "Too many requests. Try again later.", code: "rate_limited" }, limit: "x", retryAfter: 9 }, 429),
      },
      act: open,
    },
    { name: "review", path, answers: opened(), act: open },
    { name: "review with a grant", path, answers: { ...opened(), listDeviceGrants: grants }, act: open },
    {
      name: "review without a project",
      path,
      answers: { ...opened(), listProjects: answer({ items: [], next: null, mayCreate: false, lastProjectId: null }) },
      act: open,
    },
    {
      name: "no kind chosen",
      path,
      answers: {
        ...opened(),
        approvePairing: answer(
          {
            ...{ code: "invalid_request", error: "Choose at least one kind of work." },
            issues: [{ path: "grant.kinds", message: "Choose at least one kind of work." }],
          },
          400,
        ),
      },
      act: `${open};click:Pair computer`,
    },
    {
      name: "expired",
      path,
      answers: {
        ...opened(),
        approvePairing: refusal(409, "conflict", "The code expired before you decided. Start again on the computer for a new one."),
      },
      act: `${open};click:Pair computer`,
    },
    {
      name: "approved",
      path,
      answers: { ...opened(), approvePairing: answer({ pairing: { ...asked, state: "approved" } }) },
      act: `${open};click:Pair computer`,
    },
    {
      name: "denied",
      path,
      answers: { ...opened(), denyPairing: answer({ pairing: { ...asked, state: "denied" } }) },
      act: `${open};click:Deny`,
    },
    { name: "decided before", path, answers: opened({ state: "approved" }), act: open },
    { name: "offline", path, answers: { ...frame(), openPairing: "offline" }, act: open },
    { name: "long text", path, answers: opened({ name: LONG, system: LONG }), act: open },
    { name: "loading", path, answers: { ...frame(), readMe: "hang" } },
    { name: "error", path, answers: { ...frame(), readMe: DOWN } },
  ];
}
export const pairedComputersStories = /* @__PURE__ */ (() => declareList())();
export const pairStories = /* @__PURE__ */ (() => declarePair())();
