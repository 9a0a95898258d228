// Labels of deliveries and variables, for screens of other modules.
export { DELIVERY, isOnItsWay, listText, mayRetry, providerName, variableMeans, type StateLabels } from "./labels.ts";
export { usePolling } from "./use-polling.ts";
