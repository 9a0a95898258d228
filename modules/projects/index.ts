// The face of projects: memberships, widget settings and the audit log.
export { membershipLost, projectDeletion, type ProjectDeletion } from "./extension.ts";
export {
  isConfirmedMember,
  isProvedMember,
  type MemberAddress,
  readMemberAddress,
  readMemberAddresses,
  readMemberOfAddress,
} from "./people.ts";
export {
  isMember,
  originHolds,
  projectIsLive,
  projectsOf,
  readMembership,
  readTeamNames,
  readWidget,
  readWidgetByKey,
  readWidgetOrGone,
  type Widget,
  writeAudit,
  writeSeen,
} from "./queries.ts";
