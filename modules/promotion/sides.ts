// Which configuration the rounds of a conversation have while something is rolled out.
import { type Configuring, roundConfiguration } from "#modules/assistant";
import { provide } from "#kernel/module/index.ts";
import { bucketOf } from "./rules.ts";
import { candidateVersion, readCandidate, writeSide } from "./queries.ts";

const configuring: Configuring = {
  writes: (place) => [writeSide(place, bucketOf(place.conversationId))],
  version: candidateVersion,
  read: readCandidate,
};
export const rolloutSides = provide(roundConfiguration, configuring);
