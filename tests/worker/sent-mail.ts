// A mail as a double of Resend was given it.
export interface Sent {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly replyTo: string | undefined;
  readonly headers: Record<string, string>;
  /** All of it, as it was handed over. */
  readonly whole: string;
}
export function sentIn(whole: string): Sent {
  const body = JSON.parse(whole) as Record<string, unknown>;
  return {
    to: String([body["to"]].flat()[0]),
    from: String(body["from"]),
    subject: String(body["subject"]),
    text: String(body["text"]),
    html: String(body["html"]),
    replyTo: body["reply_to"] as string | undefined,
    headers: body["headers"] as Record<string, string>,
    whole,
  };
}
