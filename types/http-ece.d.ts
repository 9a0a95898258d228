// The package that a double of push services decrypts with has no types of its own.
declare module "http_ece" {
  const ece: {
    decrypt(
      body: Uint8Array,
      parameters: { readonly version: "aes128gcm"; readonly privateKey: object; readonly authSecret: string },
    ): Uint8Array;
  };
  export default ece;
}
