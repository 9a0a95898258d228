export const screens = [];
