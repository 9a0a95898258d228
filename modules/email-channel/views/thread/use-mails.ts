// Hook that reads the mail details of a conversation, once for all of its messages.
import { reading } from "#dashboard/api.ts";
import { useQuery } from "@tanstack/react-query";
import { readMails } from "../../contract.ts";

export const useMails = (projectId: string, conversationId: string) =>
  useQuery(reading(readMails, { params: { projectId, conversationId } }));
