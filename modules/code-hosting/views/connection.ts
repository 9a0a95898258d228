/** Milliseconds for which the answer whether a project is connected counts: it seldom changes. */
export const CONNECTION_STAYS = 5 * 60_000;
