import { all, CHOICE, CLIENT_ID, clearedBy, ID, notPersonal, type PersonalData } from "#kernel/module/personal-data.ts";

const SETTING = notPersonal("a setting of the project");
const TRACE = clearedBy("assistant.traces");

export const personalData: PersonalData = {
  tables: {
    assistant_settings: all(ID, "project_id"),
    assistant_guidance: { ...all(ID, "project_id", "created_by"), ...all(CLIENT_ID, "client_id"), content: SETTING },
    assistant_conversations: { ...all(ID, "project_id", "conversation_id"), ...all(CHOICE, "answers", "reason") },
    assistant_rounds: {
      ...all(ID, "id", "project_id", "conversation_id", "command", "lease", "call_id", "message_id"),
      ...all(CHOICE, "state", "reason", "provider"),
      model: notPersonal("the name of a model, typed by an owner"),
      locale: notPersonal("a language that many people share"),
      counted: notPersonal("counters of the project and the installation"),
    },
    assistant_traces: { ...all(ID, "round_id", "project_id", "conversation_id"), question: TRACE, trace: TRACE },
    assistant_summaries: { ...all(ID, "project_id", "conversation_id"), content: TRACE },
    assistant_cited: all(ID, "project_id", "document_id", "round_id"),
  },
};
