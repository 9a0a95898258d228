// The next steps where a new team looks first: in the empty inbox, from the time the widget was first seen until they are taken or hidden.
import { useRouteQuery } from "#dashboard/api.ts";
import { readWidgetSettings } from "../../contract.ts";
import { NextSteps } from "./next-steps.tsx";

export default function StepsInInbox({ projectId }: { projectId: string }) {
  const { data } = useRouteQuery(readWidgetSettings, { params: { projectId } });
  return data?.websiteOrigin && data.seenAt !== null ? <NextSteps projectId={projectId} inInboxOf={data.websiteOrigin} /> : null;
}
