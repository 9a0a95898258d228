// Refusals of the image studio.
import { conflict, invalidRequest, notConfigured, type Refusal } from "#kernel/errors/index.ts";
import { m } from "#messages";

export const notSetUp = (variables: readonly string[]): Refusal =>
  notConfigured("brand images", [...variables], m.image_studio_not_set_up({ variables: variables.join(", ") }));
export const wrongModel = (): Refusal => notConfigured("brand images", ["BRAND_IMAGE_MODEL"], m.image_studio_wrong_model());
export const wrongSize = (): Refusal => notConfigured("brand images", ["BRAND_IMAGE_SIZE"], m.image_studio_wrong_size());
export const wrongQuality = (): Refusal => notConfigured("brand images", ["BRAND_IMAGE_QUALITY"], m.image_studio_wrong_quality());
export const isUnderWay = (): Refusal => conflict(m.image_studio_under_way());
export const noSiteAddress = (): Refusal => invalidRequest([{ path: "url", message: m.image_studio_site_address() }]);
