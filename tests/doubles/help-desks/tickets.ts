// The sample support desk that the doubles of all help desks serve: people, companies, teams, ratings, tickets with comments, and what goes wrong with them.

export interface DeskUser {
  id: number;
  name: string;
  email: string | null;
  role: "end-user" | "agent" | "admin";
  verified?: boolean;
  fields?: Record<string, string>;
  company?: number;
}
export interface DeskCompanyData {
  id: number;
  name: string;
  domains: string[];
  website?: string;
  notes?: string;
}
/** A rating of a ticket. The help desks write the scores in their own ways: not all have all five. */
export interface DeskRatingData {
  id: number;
  ticket: number;
  score: 1 | 3 | 5;
  comment: string;
  at: string;
}
export interface DeskComment {
  id: number;
  author: number;
  at: string;
  html: string;
  internal?: boolean;
  files?: { id: number; name: string; inline?: boolean }[];
}
export interface DeskTicketData {
  id: number;
  subject: string;
  status: string;
  requester: number;
  assignee?: number;
  tags: string[];
  created: string;
  changed: string;
  company?: number;
  /** Its team or group. */
  team?: number;
  comments: DeskComment[];
}
/** A text for many customers. `CUSTOMER` in it is each help desk's own placeholder for the first name. */
export interface DeskReplyData {
  id: number;
  title: string;
  word: string;
  html: string;
  /** Of one member of the team. */
  personal?: boolean;
  /** It has a file, or changes the ticket as well. */
  more?: boolean;
}
export interface SupportDesk {
  users: DeskUser[];
  /** Users that were deleted for good: no list has them. */
  gone: number[];
  tickets: DeskTicketData[];
  replies: DeskReplyData[];
  companies: DeskCompanyData[];
  teams: { id: number; name: string }[];
  ratings: DeskRatingData[];
}

export const FILE_HOST = "https://images.example.test";

/** Six tickets: answered by mail, open and waiting, with a note and a file, merged, of a deleted customer, and a deleted one. */
export const sampleSupport = (): SupportDesk => ({
  users: [
    { id: 1, name: "Olivia Owner", email: "owner@example.test", role: "admin", verified: true },
    { id: 2, name: "Former Agent", email: "former@acme.example", role: "agent", verified: true },
    {
      id: 101,
      name: "Nadia Novak",
      email: "Nadia@customer.example",
      role: "end-user",
      verified: true,
      fields: { plan: "team" },
      company: 900,
    },
    { id: 102, name: "Tomas Tree", email: "tomas@customer.example", role: "end-user", company: 901 },
    { id: 103, name: "Copied Colleague", email: "copy@customer.example", role: "end-user" },
  ],
  gone: [199],
  companies: [
    {
      id: 900,
      name: "Customer Inc",
      domains: ["Customer.example", "gmail.com"],
      website: "https://customer.example",
      notes: "Pays yearly.",
    },
    { id: 901, name: "Tree Ltd", domains: [] },
  ],
  teams: [
    { id: 31, name: "Billing" },
    { id: 32, name: "Second line" },
  ],
  ratings: [{ id: 7001, ticket: 11, score: 5, comment: "Quick and kind.", at: "2029-03-03T08:00:00Z" }],
  replies: [
    { id: 9001, title: "Thank you", word: "thanks", html: "<p>Thank you, CUSTOMER, for <strong>waiting</strong>.</p>" },
    { id: 9002, title: "Refunds", word: "refund policy", html: "<p>We refund within 30 days.</p>", more: true },
    { id: 9003, title: "My own", word: "own", html: "<p>Mine.</p>", personal: true },
  ],
  tickets: [
    {
      ...{
        id: 11,
        subject: "Where is my invoice?",
        status: "solved",
        requester: 101,
        assignee: 1,
        tags: ["billing", "vip"],
        company: 900,
        team: 31,
      },
      ...{ created: "2029-03-01T09:00:00Z", changed: "2029-03-02T10:00:00Z" },
      comments: [
        { id: 1101, author: 101, at: "2029-03-01T09:00:00Z", html: "<p>Where is my <strong>invoice</strong>?</p>" },
        { id: 1102, author: 2, at: "2029-03-01T10:00:00Z", html: "<p>Ask billing first.</p>", internal: true },
        { id: 1103, author: 1, at: "2029-03-01T11:00:00Z", html: "<p>Here it is.</p>", files: [{ id: 5001, name: "invoice.png" }] },
        { id: 1104, author: 103, at: "2029-03-02T09:00:00Z", html: "<p>I need it too.</p>" },
        { id: 1105, author: 2, at: "2029-03-02T10:00:00Z", html: "<p>Sent.</p>" },
      ],
    },
    {
      ...{ id: 12, subject: "Cannot sign in", status: "open", requester: 102, assignee: 2, tags: ["Login"], company: 901 },
      ...{ created: "2029-05-01T09:00:00Z", changed: "2029-05-01T12:00:00Z" },
      comments: [
        { id: 1201, author: 102, at: "2029-05-01T09:00:00Z", html: "<p>It says no.</p>" },
        { id: 1202, author: 1, at: "2029-05-01T10:00:00Z", html: "<p>Which browser?</p>" },
        {
          id: 1203,
          author: 102,
          at: "2029-05-01T12:00:00Z",
          html: '<p>This one: <img src="https://images.example.test/shot.png"></p>',
          files: [{ id: 5002, name: "shot.png", inline: true }],
        },
      ],
    },
    {
      ...{ id: 13, subject: "Same as 12", status: "closed", requester: 102, tags: ["closed_by_merge"] },
      ...{ created: "2029-05-01T09:30:00Z", changed: "2029-05-01T13:00:00Z" },
      comments: [{ id: 1301, author: 102, at: "2029-05-01T09:30:00Z", html: "<p>Hello?</p>" }],
    },
    {
      ...{ id: 14, subject: "From somebody who left", status: "closed", requester: 199, tags: [] },
      ...{ created: "2029-06-01T09:00:00Z", changed: "2029-06-01T09:00:00Z" },
      comments: [{ id: 1401, author: 199, at: "2029-06-01T09:00:00Z", html: "<p>Please delete me.</p>" }],
    },
    {
      ...{ id: 15, subject: "Spam", status: "deleted", requester: 101, tags: [] },
      ...{ created: "2029-06-02T09:00:00Z", changed: "2029-06-02T09:00:00Z" },
      comments: [],
    },
    {
      ...{ id: 16, subject: "Another question", status: "pending", requester: 101, assignee: 1, tags: ["vip"] },
      ...{ created: "2029-07-01T09:00:00Z", changed: "2029-07-01T10:00:00Z" },
      comments: [
        { id: 1601, author: 101, at: "2029-07-01T09:00:00Z", html: "<p>One more thing.</p>" },
        { id: 1602, author: 1, at: "2029-07-01T10:00:00Z", html: "<p>Sure.</p>" },
      ],
    },
  ],
});
