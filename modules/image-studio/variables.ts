// The variables of generated images: model, size and quality, all without a default, because together they are the price of an image.
import { AI_KEY_VARIABLES, anyText, type Config, declareVariables, type Values } from "#kernel/config/index.ts";

/** As they are declared; undefined where one is missing. */
export interface ImageConfig {
  readonly BRAND_IMAGE_MODEL: string | undefined;
  readonly BRAND_IMAGE_SIZE: string | undefined;
  readonly BRAND_IMAGE_QUALITY: string | undefined;
}
export const IMAGE_VARIABLES = ["BRAND_IMAGE_MODEL", "BRAND_IMAGE_SIZE", "BRAND_IMAGE_QUALITY"] as const;

export const imageVariables = declareVariables({
  public: { BRAND_IMAGE_MODEL: anyText, BRAND_IMAGE_SIZE: anyText, BRAND_IMAGE_QUALITY: anyText },
  secrets: {},
  capability: {
    name: "brand-images",
    module: "image-studio",
    public: [...IMAGE_VARIABLES],
    secrets: [],
    oneOf: AI_KEY_VARIABLES,
    alsoRequires: "MODEL_SERVER_URL instead of a key for a server of your own",
  },
  read: ({ validValue }: Values<(typeof IMAGE_VARIABLES)[number]>): ImageConfig => ({
    BRAND_IMAGE_MODEL: validValue("BRAND_IMAGE_MODEL"),
    BRAND_IMAGE_SIZE: validValue("BRAND_IMAGE_SIZE"),
    BRAND_IMAGE_QUALITY: validValue("BRAND_IMAGE_QUALITY"),
  }),
});
export const imageConfig = (config: Config): ImageConfig => config.of(imageVariables);
