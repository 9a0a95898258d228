// The variables of push notifications: the pair of keys by which push services know the installation (RFC 8292).
import { type Config, declareVariables, must } from "#kernel/config/index.ts";

export interface PushConfig {
  readonly publicKey: string | undefined;
  readonly privateKey: string | undefined;
  /** Where a push service can reach whoever runs the installation. */
  readonly subject: string | undefined;
}
const base64url = (bytes: number) => (text: string) => /^[\w-]+$/.test(text) && text.length === Math.ceil((bytes * 4) / 3);

export const pushVariables = declareVariables({
  public: {
    VAPID_PUBLIC_KEY: must("a public P-256 key, 87 characters: run pnpm push:keys", (text) => base64url(65)(text) && text.startsWith("B")),
    VAPID_SUBJECT: must("a mailto: or https: address", (text) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text)),
  },
  secrets: { VAPID_PRIVATE_KEY: must("a private P-256 key, 43 characters: run pnpm push:keys", base64url(32)) },
  capability: {
    name: "web-push",
    module: "notifications",
    public: ["VAPID_PUBLIC_KEY", "VAPID_SUBJECT"],
    secrets: ["VAPID_PRIVATE_KEY"],
    alsoRequires: "VAPID_SUBJECT only where SVC_PUBLIC_ORIGIN is not set",
  },
  read: ({ validValue }): PushConfig => ({
    publicKey: validValue("VAPID_PUBLIC_KEY"),
    privateKey: validValue("VAPID_PRIVATE_KEY"),
    subject: validValue("VAPID_SUBJECT"),
  }),
});

const pushConfig = (config: Config): PushConfig => config.of(pushVariables);

export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
}
/** The keys and the subject, which is the installation's own address by default; undefined while something is missing. */
export function pushKeys(config: Config): PushKeys | undefined {
  const {
    publicKey,
    privateKey,
    subject = config.appOrigin?.startsWith("https:") === true ? config.appOrigin : undefined,
  } = pushConfig(config);
  return publicKey === undefined || privateKey === undefined || subject === undefined ? undefined : { publicKey, privateKey, subject };
}
/** Names of the variables without which nothing is pushed. */
export function missingForPush(config: Config): string[] {
  const { publicKey, privateKey, subject } = pushConfig(config);
  return [
    ...(publicKey === undefined ? ["VAPID_PUBLIC_KEY"] : []),
    ...(privateKey === undefined ? ["VAPID_PRIVATE_KEY"] : []),
    ...(subject === undefined && config.appOrigin?.startsWith("https:") !== true ? ["VAPID_SUBJECT"] : []),
  ];
}
