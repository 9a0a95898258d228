// What other modules use of projects: memberships, widget settings and the audit log.
export { type FaceChange, faceChange, membershipLost, projectDeletion, type ProjectDeletion, teamChange } from "./extension.ts";
export {
  isConfirmedMember,
  isProvedMember,
  type MemberAddress,
  readMemberAddress,
  readMemberAddresses,
  readMemberOfAddress,
} from "./people.ts";
export {
  type Face,
  isMember,
  isOfFirstOwner,
  memberName,
  openInvitationLink,
  originHolds,
  projectIsLive,
  projectsOf,
  readFace,
  readMembership,
  readTeamNames,
  readWidget,
  readWidgetByKey,
  readWidgetOrGone,
  staysOpened,
  stillMay,
  type Widget,
  writeAudit,
  writeSeen,
} from "./queries.ts";
