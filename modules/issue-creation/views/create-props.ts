// Props of the dialog that creates an issue, and of its steps.
export interface CreateProps {
  readonly projectId: string;
  readonly conversationId: string;
  onClose(): void;
}
