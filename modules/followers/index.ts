// The server face of followers.
export { writeFollowersAlong } from "./queries.ts";
