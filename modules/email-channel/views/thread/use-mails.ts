// What only the mails of a conversation have, read once for all of its messages.
import { reading } from "#dashboard/api.ts";
import { useQuery } from "@tanstack/react-query";
import { readMails } from "../../contract.ts";

export const useMails = (projectId: string, conversationId: string) =>
  useQuery(reading(readMails, { params: { projectId, conversationId } }));
