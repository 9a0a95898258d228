// Labels of deliveries and variables, for the screens of mail.
export { DELIVERY, isOnItsWay, listText, mayRetry, providerName, variableMeans, type StateLabels } from "./labels.ts";
export { usePolling } from "./use-polling.ts";
