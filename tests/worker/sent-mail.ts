// Parses a mail from the request that the double of Resend received.
export interface Sent {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly replyTo: string | undefined;
  readonly headers: Record<string, string>;
  /** The whole request body. */
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
