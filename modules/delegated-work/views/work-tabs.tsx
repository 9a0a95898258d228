import { SectionTabs } from "#dashboard/ui/section-tabs.tsx";
import { m } from "#messages";

/** Between what waits for a person and all work. */
export const WorkTabs = () => <SectionTabs of="delegated-work" label={m.delegated_work_tabs()} />;
