// Exports of projects for other modules: memberships, widget settings and the audit log.
export {
  type NextStep,
  nextStep,
  type PagePreload,
  pagePreload,
  type ProjectChange,
  publicProfileChange,
  membershipLost,
  projectCleanup,
  type ProjectCleanup,
  type FollowUp,
  memberJoined,
  teamChange,
} from "./extension.ts";
export {
  isVerifiedMember,
  isVerifiedMemberAddress,
  type MemberAddress,
  readMemberAddress,
  readMemberAddresses,
  readMemberOfAddress,
} from "./member-addresses.ts";
export {
  type PublicProfile,
  hasJoined,
  isMember,
  isOfFirstOwner,
  memberName,
  openInvitationLink,
  originHolds,
  projectIsLive,
  projectsOf,
  readPublicProfile,
  readMember,
  readMembers,
  readMembersAmong,
  readMembership,
  readTeamNames,
  readWidget,
  readWidgetByKey,
  readWidgetOrDeleted,
  staysOpened,
  stillMay,
  type Widget,
  type Membership,
  writeSeen,
} from "./queries.ts";
export { audit, auditThing, type AuditChange, type AuditValue, changesBetween, writeAudit } from "./audit.ts";
export { mustHaveRole } from "./authenticate-member.ts";
export { memberByToken, memberInJob } from "./member-in-job.ts";
export { defaultAppearances } from "./rules.ts";
