// Labels of deliveries and variables, for the screens of mail.
export { DELIVERY, isOnItsWay, listText, mayRetry, providerName, variableMeans, type Words } from "./labels.ts";
export { useLooking } from "./use-polling.ts";
