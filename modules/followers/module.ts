import { serve } from "#kernel/http/index.ts";
import { defineModule, provide } from "#kernel/module/index.ts";
import { eventWrites } from "#modules/conversations";
import { notifiedFollowers } from "#modules/notifications";
import { followersCleanup, leavingJob } from "./cleanup.ts";
import * as contract from "./contract.ts";
import { changeSettings, followByActing, followConversation, followersOf, readSettings } from "./follow-conversation.ts";
import { readFollowing } from "./queries.ts";

export const followers = defineModule({
  name: "followers",
  needs: ["conversations", "live-updates", "notifications", "projects"],
  routes: [
    serve(contract.readFollowers, (ctx, { params }) => followersOf(ctx, params.conversationId)),
    serve(contract.followConversation, (ctx, { params, body }) => followConversation(ctx, params.conversationId, body)),
    serve(contract.readFollowSettings, (ctx) => readSettings(ctx)),
    serve(contract.changeFollowSettings, (ctx, { body }) => changeSettings(ctx, body)),
  ],
  jobs: [leavingJob],
  provides: [provide(eventWrites, followByActing), provide(notifiedFollowers, readFollowing), ...followersCleanup],
});
