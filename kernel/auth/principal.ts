// The kinds of caller (principals) that authenticators prove.
import type {
  AccountId,
  ApiTokenId,
  AutomationRuleId,
  CodeIssueId,
  ContactId,
  ContactRequestId,
  DeviceGrantId,
  DeviceId,
  MonitoringRuleId,
  ProjectId,
  ReceiptId,
  RoundId,
  SessionId,
  VisitorSessionId,
} from "#kernel/ids/index.ts";
import type { Language } from "#kernel/language/languages.ts";

export type Role = "owner" | "admin" | "operator";
export interface Anonymous {
  readonly kind: "anonymous";
}
export interface AccountPrincipal {
  readonly kind: "account";
  readonly accountId: AccountId;
  readonly sessionId: SessionId;
  readonly name: string;
  readonly email: string;
  readonly isFirstOwner: boolean;
  /** The language of the interface that they chose; null: as their browser says. */
  readonly language: Language | null;
}
export interface MemberPrincipal extends Omit<AccountPrincipal, "kind"> {
  readonly kind: "member";
  readonly projectId: ProjectId;
  readonly projectName: string;
  readonly role: Role;
  /** The name of the API token by which a program acts for the member. */
  readonly program?: string;
}
/** A page that sent a valid widget key from the exact origin of the project. */
export interface WidgetPrincipal {
  readonly kind: "widget";
  readonly projectId: ProjectId;
}
export interface VisitorPrincipal {
  readonly kind: "visitor";
  readonly projectId: ProjectId;
  readonly contactId: ContactId;
  readonly sessionId: VisitorSessionId;
  readonly verified: boolean;
}
/** A mail gateway that sent the valid inbound token. */
export interface GatewayPrincipal {
  readonly kind: "gateway";
}
/** The sender of a mail, by the receipt of that mail. */
export interface MailPrincipal {
  readonly kind: "mail";
  readonly projectId: ProjectId;
  readonly contactId: ContactId;
  readonly receiptId: ReceiptId;
}
/** The author of one contact request from the help pages, whose address was verified by the link in the confirmation mail. */
export interface ContactFormPrincipal {
  readonly kind: "contact_form";
  readonly projectId: ProjectId;
  readonly contactId: ContactId;
  readonly requestId: ContactRequestId;
}
/** A program that sent a valid API token of the project. */
export interface TokenPrincipal {
  readonly kind: "token";
  readonly projectId: ProjectId;
  readonly tokenId: ApiTokenId;
  readonly name: string;
  readonly scopes: readonly string[];
}
/** A paired computer that sent its valid device token, with what its grant allows at this moment. */
export interface DevicePrincipal {
  readonly kind: "device";
  readonly projectId: ProjectId;
  readonly deviceId: DeviceId;
  readonly grantId: DeviceGrantId;
  /** The member whose computer it is. */
  readonly accountId: AccountId;
  /** The kinds of work that the grant allows. */
  readonly kinds: readonly string[];
  /** Jobs in a UTC day at most. */
  readonly jobsPerDay: number;
}
/** A monitoring rule of the project that matched: the author of the event that says so. */
export interface RulePrincipal {
  readonly kind: "rule";
  readonly projectId: ProjectId;
  readonly ruleId: MonitoringRuleId;
}
/** An automation rule of the project, as the author of what it changes. */
export interface AutomationPrincipal {
  readonly kind: "automation";
  readonly projectId: ProjectId;
  readonly ruleId: AutomationRuleId;
}
/** The code host, as the source of what happened to an issue there. */
export interface CodeHostPrincipal {
  readonly kind: "code_host";
  readonly projectId: ProjectId;
  readonly issueId: CodeIssueId;
}
/** The schedule, as the author of what the passing of time brings about. */
export interface SchedulePrincipal {
  readonly kind: "schedule";
  readonly projectId: ProjectId;
}
/** Automatic assignment, as the author of the assignments that it makes. */
export interface AutoAssignmentPrincipal {
  readonly kind: "auto_assignment";
  readonly projectId: ProjectId;
}
/** The assistant, in one round: an attempt to answer a customer. */
export interface AssistantPrincipal {
  readonly kind: "assistant";
  readonly projectId: ProjectId;
  readonly roundId: RoundId;
}
export type Principal =
  | AssistantPrincipal
  | TokenPrincipal
  | DevicePrincipal
  | RulePrincipal
  | AutoAssignmentPrincipal
  | AutomationPrincipal
  | CodeHostPrincipal
  | SchedulePrincipal
  | GatewayPrincipal
  | MailPrincipal
  | ContactFormPrincipal
  | Anonymous
  | AccountPrincipal
  | MemberPrincipal
  | WidgetPrincipal
  | VisitorPrincipal;
export const anonymous: Anonymous = { kind: "anonymous" };

/** The canonical name of a caller, as stored with events and in the audit log. */
export function actorOf(p: Principal): string {
  switch (p.kind) {
    case "visitor":
      return `visitor:${p.contactId}`;
    case "account":
    case "member":
      return `operator:${p.accountId}`;
    case "mail":
      return `email:${p.receiptId}`;
    case "token":
      return `token:${p.tokenId}`;
    case "device":
      return `device:${p.deviceId}`;
    case "rule":
      return `rule:${p.ruleId}`;
    case "automation":
      return `automation:${p.ruleId}`;
    case "code_host":
      return `code_host:${p.issueId}`;
    case "assistant":
      return `assistant:${p.roundId}`;
    case "contact_form":
      return `contact_form:${p.requestId}`;
    case "auto_assignment":
      return "auto_assignment";
    case "schedule":
    case "widget":
    case "gateway":
    case "anonymous":
      return "system";
  }
}
