export const copilotStories = [] as const;
